-- Shows what `bcdump export wireshark` wrote behind the packets of a capture. It knows how these
-- annotations are written (docs/dev/wireshark-format.md of bcdump) and no layout of any message: the list of
-- fields below, which filters and columns need, is generated.
--
-- Works with Wireshark and tshark 3.6 and later (Lua 5.2, 5.3, 5.4).

local fields_of_messages = {
--@FIELDS@
}

local MAGIC, FOOTER, VERSION = "\137bcdump\n", 16, 6
local LONGEST_INFO = 400 -- bytes of a line in the packet list
-- Anybody can send a datagram that ends like annotations. bcdump nests values half as deep.
local DEEPEST = 100

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
for _, line in ipairs(fields_of_messages) do
  local kind, path, unit = line:match("^(%S) (%S+)(.*)$")
  units[path] = unit
  known[path], kinds[path] = makers[kind]("bc." .. path, path:match("[^.]+$")), kind
  list[#list + 1] = known[path]
end

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

-- Where annotations are in a packet; nil = there are none.
local function annotated(tvb)
  local n = tvb:captured_len()
  if n < FOOTER or tvb:raw(n - #MAGIC, #MAGIC) ~= MAGIC then return nil end
  local length = tvb(n - FOOTER, 4):uint()
  if length + FOOTER > n then return nil end
  return n - FOOTER - length, length, tvb(n - FOOTER + 4, 4):uint()
end

-- A range of the packet, or of the bytes that stand in the annotations. What lies beyond them is
-- cut: annotations are not trusted.
local function range(r, offset, length)
  local from = math.min(math.max(r.base + offset, 0), r.size)
  return r.data(from, math.min(length, r.size - from))
end

local no_numbers = { ['"NaN"'] = math.abs(0 / 0), ['"Infinity"'] = 1 / 0, ['"-Infinity"'] = -1 / 0 }

local function number(said) return tonumber(said) or no_numbers[said] or error("not a number: " .. said) end

-- Showing -----------------------------------------------------------------------------------------

local integral = { u = true, i = true, x = true, X = true, y = true }
local value_of = { i = number, x = number, d = number, b = function(said) return said == "true" end, s = tostring }

-- Adds a value to the tree: as the field of its path, or as text if there is none of its kind.
local function add(tree, path, key, kind, where, said)
  local field, want, value = known[path], kinds[path], value_of[kind](said)
  if field and (kind == want or integral[kind] and integral[want] or kind == "i" and want == "d") then
    return tree:add(field, where, value):append_text(units[path])
  end
  return tree:add(other, where, path .. ": " .. said):set_text(key .. ": " .. said)
end

local function holder(tree, path, key, where)
  return known[path] and tree:add(known[path], where) or tree:add(where, key)
end

-- What lines of each kind show. Each gives an item, and the path of what lies below it.
local show = {}
for kind in pairs(value_of) do
  show[kind] = function(_, tree, path, key, where, said) return add(tree, path .. key, key, kind, where, said) end
end

-- Several values of one field.
local function each(kind, pattern)
  return function(_, tree, path, key, where, said)
    local item
    for x in said:gmatch(pattern) do item = add(tree, path .. key, key, kind, where, x) end
    return item
  end
end
show.a, show.f, show.w = each("i", "%S+"), each("d", "%S+"), each("s", "([^\t]*)\t")

-- The numbers of a vector stand below an item of their own.
function show.v(_, tree, path, key, where, said)
  local item, list = holder(tree, path .. key, key, where), {}
  for axis, x in ("x %s y %s z %s"):format(said:match("(%S+) (%S+) (%S+)")):gmatch("(%a) (%S+)") do
    add(item, path .. key .. "." .. axis, axis, "d", where, x)
    list[#list + 1] = number(x)
  end
  return item:append_text((": (%.6g, %.6g, %.6g)%s"):format(list[1], list[2], list[3], units[path .. key] or ""))
end

function show.r(_, tree, path, key, where)
  if kinds[path .. key] == "h" then return tree:add(known[path .. key], where) end
  return tree:add(other, where, path .. key):set_text(key)
end

function show.z(_, tree, path, key, where) return tree:add(null, where, path .. key):set_text(key .. ": not set") end

function show.h(_, tree, _, key, where, said)
  said = key .. ": " .. said
  return tree:add(hidden, where, said):set_text(said .. "  (hidden)")
end

function show.o(_, tree, path, key, where)
  return holder(tree, path .. key, key, where), path .. key .. "."
end

function show.l(r, tree, path, key, where, _, depth)
  path = path .. key
  -- A list within itself, such as folders in folders: the fields are those of the outer one.
  local outer = not known[path] and path:find("." .. key .. ".", 1, true)
  if outer then path = path:sub(1, outer + #key) end
  r.count[depth + 1] = 0
  return holder(tree, path, key, where), path .. "."
end

function show.e(r, tree, path, _, where, _, depth)
  r.count[depth] = r.count[depth] + 1
  return tree:add(where, "[" .. r.count[depth] - 1 .. "]"), path
end

function show.g(_, tree, path, _, where, said) return tree:add(where, said), path end

-- The message has a field too, so that filters can ask for it: bc.Chat. It is in nothing.
function show.m(_, tree, _, key, where)
  if known[key] then tree:add(known[key], where):set_hidden() end
  return tree, key .. "."
end

function show.n(_, tree, _, _, where, said)
  local severity, text = said:match("^(%d)(.*)$")
  local item = tree:add(known.notes, where)
  item:append_text(": " .. text)
  item:add_proto_expert_info(experts[tonumber(severity)] or experts[1], text)
  return item, "notes."
end

show["+"] = function(r, _, _, _, _, said, depth)
  if r.last[depth] then r.last[depth]:append_text("  (" .. said .. ")") end
end

local naming = { name = true, system = true, key = true } -- an element

-- Shows a line: how deep it lies, its kind, where its bytes are, its key and its value.
local function value(r, line)
  local depth, kind, offset, length, key, said = line:match("^(%d+)([^%d])(%d*),?(%d*)\t([^\t]*)\t(.*)$")
  depth = tonumber(depth)
  if not show[kind] then error("a line of no kind") end
  if depth > DEEPEST or not r.items[depth] then error("a line in nothing") end
  local where = length ~= "" and range(r, tonumber(offset), tonumber(length)) or r.nowhere
  local item, below = show[kind](r, r.items[depth], r.paths[depth], key, where, said, depth)
  if not item then return end
  if r.kind[depth] == "e" and naming[key] then r.items[depth]:append_text(" " .. said) end
  if length == "" and kind ~= "m" then item:set_generated() end
  r.last[depth], r.items[depth + 1], r.paths[depth + 1], r.kind[depth + 1] = item, below and item, below, kind
end

-- Shows a datagram, or a message that the packet completes. Its bytes are in the packet, or stand behind the line.
local function datagram(r, line)
  local start, length = line:match("^(%d+)\t(%d+)$")
  r.data, r.size, r.start, r.base = r.packet, r.body, tonumber(start), tonumber(start)
  length = tonumber(length)
  if length > 0 then
    local plain = r.s:sub(r.at, r.at + length - 1)
    r.at, r.size = r.at + #plain, #plain
    r.data = ByteArray.new(plain, true):tvb(r.joined and "Joined message" or "Plaintext")
  end
  r.joined = true
  r.top = r.tree:add(bc, r.data(math.min(r.start, r.size)))
  r.items, r.paths, r.last = { [0] = r.top }, { [0] = "" }, {}
  r.kind, r.count, r.before = {}, {}, ", "
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

-- Shows a message: its fields follow.
local function message_of(r, line)
  local offset, size, title = line:match("^(%d+)\t(%d+)\t(.*)$")
  local said = r.lines[#r.said + 1]
  if not said or said:sub(1, #title) ~= title then said = title end
  r.base = r.start + tonumber(offset)
  r.items[0] = r.top:add(message, range(r, 0, tonumber(size)), title):set_text(said)
  r.last = {}
  r.top:append_text(r.before .. said)
  r.said[#r.said + 1], r.before = said, " | "
end

local function shortened(info)
  if #info <= LONGEST_INFO then return info end
  return info:sub(1, LONGEST_INFO):gsub("[\128-\255]*$", "") .. "…"
end

local function all(r, pinfo)
  while r.at <= #r.s do
    local stop = r.s:find("\n", r.at, true) or error("a line is cut")
    local line, kind = r.s:sub(r.at, stop - 1), r.s:sub(r.at, r.at)
    r.at = stop + 1
    if kind == "D" then
      datagram(r, line:sub(2))
    elseif kind == "R" then
      message_of(r, line:sub(2))
    else
      value(r, line)
    end
  end
  pinfo.cols.protocol = "BC"
  pinfo.cols.info = shortened(table.concat(r.said, " | "))
  pinfo.conversation = payload
end

function bc.dissector(tvb, pinfo, tree)
  local from, length, version = annotated(tvb)
  if not from or length == 0 then return end
  if version ~= VERSION then
    tree:add(bc, tvb(from)):add_proto_expert_info(unreadable,
      "annotations of another bcdump: run `bcdump export wireshark --plugin --install` with the one that exported them")
    return
  end
  local r = { s = tvb:raw(from, length), at = 1, packet = tvb, body = from, nowhere = tvb(0, 0), tree = tree, said = {}, lines = commented() }
  local ok, why = pcall(all, r, pinfo)
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
