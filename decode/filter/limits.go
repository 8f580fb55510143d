package filter

// Limits on what an expression may cost, whoever wrote it.
const (
	maxExpr        = 64 << 10 // bytes of an expression
	maxDepth       = 200      // parentheses and negations within each other
	maxPatterns    = 4 << 10  // bytes of all patterns
	maxStates      = 50_000   // see patternCost: a{1000} makes 7 bytes a thousand states
	maxIndexDigits = 9
)
