-- Shows what `bcdump export wireshark` wrote behind the packets of a capture. It knows how these
-- annotations are written (docs/dev/wireshark-format.md of bcdump) and no layout of any message: the list of
-- fields below, which filters and columns need, is generated.
--
-- Works with Wireshark and tshark 3.6 and later (Lua 5.2, 5.3, 5.4).

local fields_of_messages = {
--@FIELDS@
}

-- What texts often say.
local words = {
--@WORDS@
}

-- What many nodes have in common, in words that stand by their place: see "Forms".
local forms = {
--@FORMS@
}

local MAGIC, FOOTER, VERSION = "\137bcdump\n", 16, 5
local LONGEST_INFO = 400 -- bytes of a line in the packet list
-- Anybody can send a datagram that ends like annotations. No packet that Wireshark reads has room for
-- more nodes (256 KiB, and a node takes four bytes), and bcdump nests them half as deep.
local MOST_NODES, DEEPEST, LONGEST_FORM = 65536, 100, 262144
local POWERS = {} -- of ten: exact, as 10^n need not be
do
  local power = 1
  for i = 0, 15 do POWERS[i], power = power, power * 10 end
end
local LONGEST_NUMBER = 7 -- bytes: 49 bits, which all numbers of Lua hold exactly

local bc = Proto("bc", "Bridge Commander")
local payload = Proto("bcdump_payload", "Bridge Commander datagram")

-- Fields ------------------------------------------------------------------------------------------

local makers = {
  u = function(abbrev, name) return ProtoField.uint32(abbrev, name) end,
  i = function(abbrev, name) return ProtoField.int32(abbrev, name) end,
  d = function(abbrev, name) return ProtoField.double(abbrev, name) end,
  x = function(abbrev, name) return ProtoField.uint32(abbrev, name, base.HEX) end,
  X = function(abbrev, name) return ProtoField.uint8(abbrev, name, base.HEX) end,
  y = function(abbrev, name) return ProtoField.uint16(abbrev, name, base.HEX) end,
  b = function(abbrev, name) return ProtoField.bool(abbrev, name) end,
  s = function(abbrev, name) return ProtoField.string(abbrev, name) end,
  h = function(abbrev, name) return ProtoField.bytes(abbrev, name) end,
  o = function(abbrev, name) return ProtoField.none(abbrev, name) end,
}

local known, kinds, units, list = {}, {}, {}, {}
-- Annotations name keys and words by their place here; the sum tells whether they were written for these.
local keys, place_of, sum = {}, {}, 0

local function add_up(text)
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 65521 end
  sum = (sum * 31 + 46) % 65521 -- a dot
end

local function remember(word)
  if place_of[word] then return end
  keys[#keys + 1], place_of[word] = word, #keys + 1
  add_up(word)
end

local function declare(kind, path, unit)
  local name = path:match("[^.]+$")
  local field = makers[kind]("bc." .. path, name)
  known[path], kinds[path], units[path] = field, kind, unit
  list[#list + 1] = field
  remember(name)
end

for line in table.concat(fields_of_messages, "\n"):gmatch("[^\n]+") do
  local kind, path, unit = line:match("^(%S+) (%S+) ?(.*)$")
  declare(kind, path, unit ~= "" and unit or nil)
end
for _, word in ipairs(words) do remember(word) end
for _, form in ipairs(forms) do add_up(form) end

local other = ProtoField.string("bc.other", "other", "a value that this plugin has no field for")
local hidden = ProtoField.string("bc.hidden", "hidden", "a count or switch that JSON leaves out")
local null = ProtoField.string("bc.null", "not set", "a field that the message marks as not set")
local message = ProtoField.string("bc.message", "message", "name of a message")
list[#list + 1], list[#list + 2], list[#list + 3], list[#list + 4] = other, hidden, null, message
bc.fields = list

local experts = {
  [0] = ProtoExpert.new("bc.notes.chat", "usual", expert.group.SEQUENCE, expert.severity.CHAT),
  [1] = ProtoExpert.new("bc.notes.note", "remarkable", expert.group.PROTOCOL, expert.severity.NOTE),
  [2] = ProtoExpert.new("bc.notes.warning", "wrong", expert.group.PROTOCOL, expert.severity.WARN),
  [3] = ProtoExpert.new("bc.notes.error", "unreadable or missing", expert.group.MALFORMED, expert.severity.ERROR),
}
local unreadable = ProtoExpert.new("bc.annotations", "annotations that this plugin cannot read",
  expert.group.MALFORMED, expert.severity.ERROR)
bc.experts = { experts[0], experts[1], experts[2], experts[3], unreadable }

-- Reading -----------------------------------------------------------------------------------------

local byte, sub = string.byte, string.sub
local unpack = string.unpack or Struct.unpack
local pack = string.pack or Struct.pack

local function varint_of(s, at)
  local value, scale = 0, 1
  for _ = 1, LONGEST_NUMBER do
    local c = byte(s, at)
    if not c then error("a number is cut") end
    at = at + 1
    value = value + (c % 128) * scale
    if c < 128 then return value, at end
    scale = scale * 128
  end
  error("a number is too long")
end

-- A number of the values, and one of the form.
local function varint(r)
  local value
  value, r.at = varint_of(r.s, r.at)
  return value
end

local function shape(r)
  local value
  value, r.form_at = varint_of(r.form, r.form_at)
  return value
end

local function taken(r, length)
  local from = r.at
  r.at = from + length
  if r.at > #r.s + 1 then error("a text is cut") end
  return sub(r.s, from, r.at - 1)
end

local function word(place) return keys[place + 1] or error("a word that nobody knows") end

-- A text has parts: each four times its length or the place of a word, + 2 if more follow, + 1 if it is a word.
local function text(r)
  local said = ""
  while true do
    local n = varint(r)
    local mark = n % 4
    local rest = (n - mark) / 4
    said = said .. (mark % 2 == 1 and word(rest) or taken(r, rest))
    if mark < 2 then return said end
  end
end

-- A form has pieces: each twice the place of a known one, + 1, or twice its length; 0 ends them.
local function begin_form(r)
  local pieces, size = {}, 0
  while true do
    local n = varint(r)
    if n == 0 then break end
    local piece = n % 2 == 1 and (forms[(n + 1) / 2] or error("a form that nobody knows")) or taken(r, n / 2)
    size = size + #piece
    if size > LONGEST_FORM then error("a form of more than " .. LONGEST_FORM .. " bytes") end
    pieces[#pieces + 1] = piece
  end
  r.form, r.form_at = table.concat(pieces), 1
end

local precisions = {}
for digits = 1, 9 do precisions[digits] = "%." .. digits .. "g" end

-- Powers of two whose shortest decimal is not the nearest one of its length.
local uneven = { [2 ^ -96] = 1.2621775e-29, [2 ^ -12] = 0.00024414063, [2 ^ 87] = 1.5474251e26, [2 ^ 90] = 1.2379401e27 }

-- The shortest decimal that reads back as the same float of 32 bits.
local function shortest(x)
  if x - x ~= 0 then return x end -- infinite, or no number
  if uneven[x] then return uneven[x] end
  if uneven[-x] then return -uneven[-x] end
  for digits = (x < 1e-37 and x > -1e-37) and 1 or 6, 9 do
    local decimal = tonumber(string.format(precisions[digits], x))
    if decimal == x then return x end
    if unpack("<f", pack("<f", decimal)) == x then return decimal end
  end
  return x
end

-- Where annotations are in a packet; nil = there are none.
local function annotated(tvb)
  local n = tvb:captured_len()
  if n < FOOTER or tvb:raw(n - #MAGIC, #MAGIC) ~= MAGIC then return nil end
  local length = tvb(n - FOOTER, 4):uint()
  if length + FOOTER > n then return nil end
  return n - FOOTER - length, length, tvb(n - FOOTER + 4, 2):uint(), tvb(n - FOOTER + 6, 2):uint()
end

-- A range of the packet, or of the bytes that stand in the annotations. What lies beyond them is
-- cut: annotations are not trusted.
local function range(r, offset, length)
  local from = math.min(math.max(r.base + offset, 0), r.size)
  return r.data(from, math.min(length, r.size - from))
end

-- The place of a node: twice its length, and one more if where it begins follows, counted from where the one before
-- ended, holders and what has no bytes left out; twice that, or less one for what lies before.
local function placed_at(r, kind)
  local n = shape(r)
  local length, offset = (n - n % 2) / 2, r.behind
  if n % 2 == 1 then
    local far = shape(r)
    offset = offset + (far % 2 == 0 and far / 2 or -(far + 1) / 2)
  end
  if length > 0 and kind ~= "o" and kind ~= "l" and kind ~= "e" then r.behind = offset + length end
  if kind == "g" then r.head = offset + length end
  return range(r, offset, length)
end

-- Showing -----------------------------------------------------------------------------------------

local integral = { u = true, i = true, x = true, X = true, y = true }

-- Adds a value to the tree: as the field of its path, or as text if there is none of its kind.
local function add(tree, path, key, kind, where, value)
  local field, want = known[path], kinds[path]
  if field and kind == "i" and want == "d" then kind = "d" end
  if field and (kind == want or integral[kind] and integral[want]) then
    local item = tree:add(field, where, value)
    if units[path] then item:append_text(" " .. units[path]) end
    return item
  end
  return tree:add(other, where, path .. ": " .. tostring(value)):set_text(key .. ": " .. tostring(value))
end

local nodes -- below

-- Values: their kind, and what they are. Some lie in the bytes of the node.
local values = {}
values.i = function(r) return "i", varint(r) end
values.n = function(r) return "i", -varint(r) end
values.u = function(r, where) return "i", where:le_uint() end
values.j = function(r, where) return "i", where:le_int() end
values.x = function(r) return "x", varint(r) end
values.h = function(r, where) return "x", where:le_uint() end
values.c = function(r, where) return "d", shortest(where:le_float()) end
values.y = function(r) return "d", shortest((unpack("<f", taken(r, 4)))) end
values.d = function(r) return "d", (unpack(">d", taken(r, 8))) end
-- Digits and how many of them are behind the point: both are exact, so the quotient is the nearest double.
values.f = function(r)
  local n = varint(r)
  local negative = n % 2 == 1
  n = (n - n % 2) / 2
  local value = (n - n % 16) / 16 / POWERS[n % 16]
  return "d", negative and -value or value
end
values.b = function(r) return "b", byte(taken(r, 1)) ~= 0 end
values.t = function(r) return "b", true end
values.s = function(r) return "s", text(r) end
values.w = function(r) return "s", word(shape(r)) end

-- What a value is called that stands for others around it.
local function called(r, path)
  return r.last[path .. ".name"] or r.last[path .. ".system"] or r.last[path .. ".key"]
end

-- Nodes that hold others. Each gives the tree and the path that these get, and what to do behind
-- them.
local opening = {}

local function holder(tree, path, key, where)
  return known[path] and tree:add(known[path], where) or tree:add(where, key)
end

function opening.o(r, tree, path, key, where, place)
  return holder(tree, path, key, where), path .. ".", place .. key .. "."
end

function opening.l(r, tree, path, key, where, place)
  -- A list within itself, such as folders in folders: the fields are those of the outer one.
  local outer = not known[path] and path:find("." .. key .. ".", 1, true)
  if outer then path = sub(path, 1, outer + #key) end
  local item, before = holder(tree, path, key, where), r.count
  r.count = 0
  return item, path .. ".", place .. key .. ".", function()
    item:append_text(": " .. r.count .. (r.count == 1 and " element" or " elements"))
    r.count = before
  end
end

function opening.e(r, tree, path, key, where, place)
  local at = "[" .. r.count .. "]"
  local item, list = tree:add(where, at), sub(path, 1, -2)
  r.count = r.count + 1
  r.last[list .. ".name"], r.last[list .. ".system"], r.last[list .. ".key"] = nil, nil, nil
  return item, path, sub(place, 1, -2) .. at .. ".", function()
    local name = called(r, list)
    if name then item:append_text(" " .. name) end
  end
end

-- The message has a field too, so that filters can ask for it: bc.Chat.
function opening.m(r, tree, path, key, where)
  if known[key] then tree:add(known[key], where):set_hidden() end
  return tree, key .. ".", ""
end

function opening.g(r, tree, path, key, where)
  local item = tree:add(where, "Transport")
  return item, "", "", function()
    local seq = r.last.seq and ", seq " .. r.last.seq or ""
    item:append_text(": " .. tostring(r.last.type) .. ", " .. tostring(r.last.len) .. " bytes" .. seq .. (r.last.reliable and ", reliable" or ""))
  end
end

-- Vectors: the numbers stand below a node of their own.
local axes = { ".x", ".y", ".z" }
local numbers = {}
function numbers.v(r) return shortest((unpack("<f", taken(r, 4)))) end
function numbers.p(r, where, i) return shortest(where(4 * i - 4, 4):le_float()) end

local function vector(r, tree, path, key, where, kind)
  local item, list = holder(tree, path, key, where), {}
  for i, axis in ipairs(axes) do
    list[i] = numbers[kind](r, where, i)
    add(item, path .. axis, sub(axis, 2), "d", where, list[i])
  end
  item:append_text(string.format(": (%.6g, %.6g, %.6g)", list[1], list[2], list[3]))
  if units[path] then item:append_text(" " .. units[path]) end
  return item
end

local function note(r, tree, where)
  local severity = byte(r.form, r.form_at)
  r.form_at = r.form_at + 1
  local item = tree:add(known.notes, where):set_generated()
  nodes(r, item, "notes.", "")
  local code, said = tostring(r.last["notes.code"]), tostring(r.last["notes.text"])
  item:append_text(": " .. said .. " (" .. code .. ")")
  item:add_proto_expert_info(experts[severity] or experts[1], said)
end

local function key_of(r)
  local n = byte(r.form, r.form_at)
  r.form_at = r.form_at + 1
  if n >= 128 then
    local place = n - 128
    if n >= 224 then
      place = (n - 224) * 256 + byte(r.form, r.form_at) + 96
      r.form_at = r.form_at + 1
    end
    return word(place)
  end
  r.form_at = r.form_at + n
  return sub(r.form, r.form_at - n, r.form_at - 1)
end

-- Counts a node: there is room for so many.
local function count(r)
  r.room = r.room - 1
  if r.room < 0 then error("more than " .. MOST_NODES .. " nodes") end
end

-- Shows the nodes up to the end of those that hold them. Paths begin with prefix, and in `decode --hex` with place.
nodes = function(r, tree, prefix, place)
  local last
  r.depth = r.depth + 1
  if r.depth > DEEPEST then error("nodes nested more than " .. DEEPEST .. " deep") end
  while true do
    local c = byte(r.form, r.form_at)
    if not c then
      if r.depth > 1 then error("nodes are cut") end
      r.depth = 0
      return
    end
    r.form_at = r.form_at + 1
    local placed = c >= 128
    if placed then c = c - 128 end
    local is_hidden = c >= 65 and c <= 90
    local kind = string.char(is_hidden and c + 32 or c)
    if kind == "." then
      r.depth = r.depth - 1
      return
    end
    count(r)
    if kind == "+" then
      local said = text(r)
      if last then last:append_text("  (" .. said .. ")") end
    else
      local key = (kind == "e" or kind == "g") and "" or key_of(r)
      local path, where = prefix .. key, r.nowhere
      if placed then where = placed_at(r, kind) end
      local item
      if values[kind] then
        local shown, value = values[kind](r, where)
        if is_hidden then
          local said = place .. key .. ": " .. tostring(value)
          item = tree:add(hidden, where, said):set_text(said .. "  (hidden)")
        else
          item = add(tree, path, key, shown, where, value)
          r.last[path] = value
        end
        last = item
      elseif kind == "r" or kind == "q" then
        if kind == "q" then where, placed = range(r, r.head, math.max(r.length - r.head, 0)), true end
        if kinds[path] == "h" then
          item = tree:add(known[path], where)
        else
          item = tree:add(other, where, path):set_text(key)
        end
      elseif kind == "a" then
        for i = 0, where:len() - 1 do
          count(r)
          last = add(tree, path, key, "i", where, where(i, 1):uint())
        end
      elseif kind == "z" then
        item = tree:add(null, where, path):set_text(key .. ": not set")
      elseif kind == "v" or kind == "p" then
        item = vector(r, tree, path, key, where, kind)
      elseif kind == "!" then
        note(r, tree, where)
      elseif opening[kind] then
        local inner, below, done
        item, inner, below, done = opening[kind](r, tree, kind == "e" and prefix or path, key, where, place)
        nodes(r, item, inner, below)
        if done then done() end
        if kind == "m" then item = nil end
      else
        error("a node of unknown kind " .. c)
      end
      if not placed and item then item:set_generated() end
    end
  end
end

-- Shows the nodes of a form.
local function shown(r, tree)
  begin_form(r)
  r.behind, r.head, r.depth = 0, 0, 0
  nodes(r, tree, "", "")
end

local comment = Field.new("frame.comment")

-- The lines of the packet's comments: bcdump writes one for each message, its title and what it says.
local function commented()
  local lines = {}
  for _, c in ipairs({ comment() }) do
    for line in tostring(c.value):gmatch("[^\n]+") do lines[#lines + 1] = line end
  end
  return lines
end

-- What the comment says of the next message.
local function told(r, title)
  local line = r.lines[r.line]
  if not line or sub(line, 1, #title) ~= title then return "" end
  r.line = r.line + 1
  return sub(line, #title + 3)
end

-- Shows a record, and gives what the packet list says of it.
local function record(r, tree)
  r.base = r.start + varint(r)
  local speaker = text(r)
  local size, title, summary = varint(r), text(r), text(r)
  if summary == "" then summary = told(r, title) end
  local item = tree:add(message, range(r, 0, size), title):set_text(title .. "  " .. summary)
  r.last, r.count, r.length = {}, 0, size
  if #speaker > 0 then
    local s, at = r.s, r.at
    r.s, r.at = speaker, 1
    shown(r, item)
    r.s, r.at = s, at
  end
  shown(r, item)
  return title, summary
end

local function shortened(info)
  if #info <= LONGEST_INFO then return info end
  return sub(info, 1, LONGEST_INFO):gsub("[\128-\255]*$", "") .. "…"
end

-- Shows a datagram, or a message that the packet completes.
local function part(r, tree, said)
  local plain = text(r)
  r.data, r.size = r.packet, r.body
  if #plain > 0 then
    local bytes = ByteArray.new(plain, true)
    r.data, r.size = bytes:tvb(#said == 0 and "Plaintext" or "Joined message"), #plain
  end
  r.start = varint(r)
  r.base, r.nowhere = r.start, r.packet(0, 0)
  local top, before = tree:add(bc, r.data(math.min(r.start, r.size))), #said
  r.length = 0
  shown(r, top)
  for _ = 1, varint(r) do
    local title, summary = record(r, top)
    said[#said + 1] = summary ~= "" and title .. "  " .. summary or title
  end
  top:append_text(", " .. shortened(table.concat(said, " | ", before + 1)))
end

local function show(r, pinfo, tree)
  local said = {}
  while r.at <= #r.s do part(r, tree, said) end
  pinfo.cols.protocol = "BC"
  pinfo.cols.info = shortened(table.concat(said, " | "))
  pinfo.conversation = payload
end

function bc.dissector(tvb, pinfo, tree)
  local from, length, version, names = annotated(tvb)
  if not from or length == 0 then return end
  local r = { s = tvb:raw(from, length), at = 1, packet = tvb, body = from, behind = 0, last = {}, lines = commented(), line = 1, count = 0, depth = 0, room = MOST_NODES }
  if version ~= VERSION or names ~= sum then
    tree:add(bc, tvb(from)):add_proto_expert_info(unreadable,
      "annotations of another bcdump: run `bcdump export wireshark --plugin --install` with the one that exported them")
    return
  end
  local ok, why = pcall(show, r, pinfo, tree)
  if not ok then
    tree:add(bc, tvb(from)):add_proto_expert_info(unreadable, tostring(why))
  end
end

-- The payload of what has annotations: it keeps other dissectors from guessing at it.
function payload.dissector(tvb, pinfo, tree)
  local from = annotated(tvb)
  tree:add(payload, tvb(0, from or tvb:captured_len()))
  return tvb:captured_len()
end

register_postdissector(bc)

-- Raw IP is dissected in the frame itself, which the length of IP then cuts: annotations would be
-- gone. So it gets the frame without them.
local encapsulations = DissectorTable.get("wtap_encap")
for _, kind in ipairs({ "RAW_IP", "RAW_IP4", "RAW_IP6" }) do
  local number = wtap[kind]
  local original = number and encapsulations:get_dissector(number)
  if original then
    local raw = Proto("bcdump_" .. kind:lower(), "Raw IP with annotations of bcdump: " .. kind)
    function raw.dissector(tvb, pinfo, tree)
      local from = annotated(tvb)
      return original:call(from and tvb(0, from):tvb() or tvb, pinfo, tree)
    end
    encapsulations:add(number, raw)
  end
end
