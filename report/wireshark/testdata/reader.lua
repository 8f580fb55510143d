-- Runs the dissector of the plugin without Wireshark: `lua reader.lua PLUGIN < PACKETS`, a packet in
-- hex on each line. For each it prints how many steps the interpreter took, how many items the tree
-- got, how deep it is, and what the plugin could not read.

local MOST_STEPS = 50000000

local items, deepest, said

local function tree(depth)
  items, deepest = items + 1, math.max(deepest, depth)
  local t = {}
  function t.add() return tree(depth + 1) end
  function t.set_text() return t end
  function t.append_text() return t end
  function t.set_generated() return t end
  function t.set_hidden() return t end
  function t.add_proto_expert_info(_, what, text)
    if what == "bc.annotations" then said = text end
    return t
  end
  return t
end

local range
function range(bytes)
  local r = {}
  function r.captured_len() return #bytes end
  function r.raw(_, from, length) return bytes:sub(from + 1, from + length) end
  function r.len() return #bytes end
  function r.uint()
    local n = 0
    for i = 1, #bytes do n = n * 256 + bytes:byte(i) end
    return n
  end
  -- As in Wireshark, numbers of other sizes are errors.
  local function sized(...)
    for _, size in ipairs({ ... }) do
      if #bytes == size then return end
    end
    error("a number of " .. #bytes .. " bytes")
  end
  function r.le_uint()
    sized(1, 2, 3, 4)
    return range(bytes:reverse()).uint()
  end
  function r.le_int()
    sized(1, 2, 4)
    return range(bytes:reverse()).uint()
  end
  function r.le_float()
    sized(4, 8)
    return (string.unpack(#bytes == 4 and "<f" or "<d", bytes))
  end
  function r.tvb() return r end
  return setmetatable(r, { __call = function(_, from, length)
    length = length or #bytes - from
    if from < 0 or length < 0 or from + length > #bytes then error("a range beyond the packet") end
    return range(bytes:sub(from + 1, from + length))
  end })
end

local dissectors = {}
function Proto(name)
  local p = {}
  dissectors[name] = p
  return p
end
local function abbreviation(_, abbrev) return abbrev end
ProtoField = setmetatable({}, { __index = function() return function(abbrev) return abbrev end end })
Field = { new = function() return function() end end }
ProtoExpert = { new = function(abbrev) return abbrev end }
base, wtap = { HEX = 1 }, {}
expert = { group = {}, severity = {} }
ByteArray = { new = function(bytes) return { tvb = function() return range(bytes) end } end }
DissectorTable = { get = abbreviation }
function register_postdissector() end

dofile(arg[1])

for line in io.lines() do
  local packet = line:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end)
  items, deepest, said = 0, 0, ""
  local steps, ended = 0, false
  debug.sethook(function()
    steps = steps + 1000
    if steps >= MOST_STEPS then
      ended = true
      error("it does not end")
    end
  end, "", 1000)
  local ok, why = pcall(dissectors.bc.dissector, range(packet), { cols = {} }, tree(0))
  debug.sethook()
  if ended then why, ok = "it does not end", false end
  print(string.format("%d %d %d %s %s", steps, items, deepest, ok and "ok" or "failed", tostring(ok and said or why)))
end
