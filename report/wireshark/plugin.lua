-- Shows what `bcdump export wireshark` wrote behind the packets of a capture. It knows how these
-- annotations are written (docs/wireshark.md of bcdump) and no layout of any message: the list of
-- fields below, which filters and columns need, is generated.
--
-- Works with Wireshark and tshark 3.6 and later (Lua 5.2, 5.3, 5.4).

local fields_of_messages = {
--@FIELDS@
}

local MAGIC, FOOTER, VERSION = "\137bcdump\n", 16, 1
local LONGEST_INFO = 400 -- bytes of a line in the packet list

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

local function declare(kind, path, unit)
  local field = makers[kind]("bc." .. path, path:match("[^.]+$"))
  known[path], kinds[path], units[path] = field, kind, unit
  list[#list + 1] = field
end

for line in table.concat(fields_of_messages, "\n"):gmatch("[^\n]+") do
  local kind, path, unit = line:match("^(%S+) (%S+) ?(.*)$")
  declare(kind, path, unit ~= "" and unit or nil)
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

local byte, sub = string.byte, string.sub
local unpack_double = string.unpack or Struct.unpack

local function varint(r)
  local value, scale, c = 0, 1
  repeat
    c = byte(r.s, r.at)
    r.at = r.at + 1
    value = value + (c % 128) * scale
    scale = scale * 128
  until c < 128
  return value
end

local function text(r)
  local n = varint(r)
  local from = r.at
  r.at = from + n
  if r.at > #r.s + 1 then error("a text is cut") end
  return sub(r.s, from, r.at - 1)
end

-- Where annotations are in a packet; nil = there are none.
local function annotated(tvb)
  local n = tvb:captured_len()
  if n < FOOTER or tvb:raw(n - #MAGIC, #MAGIC) ~= MAGIC then return nil end
  local length = tvb(n - FOOTER, 4):uint()
  if length + FOOTER > n then return nil end
  return n - FOOTER - length, length, tvb(n - FOOTER + 4, 2):uint()
end

-- A range of the packet, or of the bytes that stand in the annotations. What lies beyond them is
-- cut: annotations are not trusted.
local function range(r, offset, length)
  local from = math.min(math.max(r.base + offset, 0), r.size)
  return r.data(from, math.min(length, r.size - from))
end

-- Showing -----------------------------------------------------------------------------------------

local integral = { u = true, i = true, x = true, X = true, y = true }

-- Adds a value to the tree: as the field of its path, or as text if there is none of its kind.
local function add(tree, r, path, key, kind, where, value)
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

local values = {}
values.i = function(r) return "i", varint(r) end
values.n = function(r) return "i", -varint(r) end
values.x = function(r) r.at = r.at + 1; return "x", varint(r) end
values.d = function(r)
  local value = unpack_double(">d", r.s, r.at)
  r.at = r.at + 8
  return "d", value
end
values.b = function(r) r.at = r.at + 1; return "b", byte(r.s, r.at - 1) ~= 0 end
values.s = function(r) return "s", text(r) end

-- Nodes that hold others; each gives the tree and the path that these get.
local opening = {}
opening.o = function(r, tree, path, key, where)
  return known[path] and tree:add(known[path], where) or tree:add(where, key), path .. "."
end
opening.l = opening.o
opening.e = function(r, tree, path, key, where)
  local n = varint(r)
  return tree:add(where, "[" .. n .. "]"), path
end
opening.m = function(r, tree, path, key) return tree, key .. "." end
opening.g = function(r, tree, path, key, where) return tree:add(where, "Transport"), "" end
opening.v = function(r, tree, path, key, where)
  text(r)
  return known[path] and tree:add(known[path], where) or tree:add(where, key), path .. "."
end

local function note(r, tree, where)
  local severity = byte(r.s, r.at)
  r.at = r.at + 1
  local item = tree:add(known["notes"], where)
  local from = r.at
  nodes(r, item, "notes.")
  local code, said = r.last["notes.code"], r.last["notes.text"]
  item:append_text(": " .. tostring(said) .. " (" .. tostring(code) .. ")")
  item:add_proto_expert_info(experts[severity] or experts[1], tostring(said))
end

-- Shows the nodes up to the end of those that hold them.
nodes = function(r, tree, prefix)
  local last
  while true do
    local kind = sub(r.s, r.at, r.at)
    r.at = r.at + 1
    if kind == "." or kind == "" then return end
    if kind == "+" then
      local said = text(r)
      if last then last:append_text("  (" .. said .. ")") end
    else
      local flags, n = byte(r.s, r.at, r.at + 1)
      local key = sub(r.s, r.at + 2, r.at + 1 + n)
      r.at = r.at + 2 + n
      local path = prefix .. key
      local where, placed = r.nowhere, flags % 2 == 1
      if placed then
        local offset = varint(r)
        where = range(r, offset, varint(r))
      end
      if values[kind] then
        local shown, value = values[kind](r)
        if flags >= 2 then
          last = tree:add(hidden, where, path .. ": " .. tostring(value)):set_text(key .. ": " .. tostring(value) .. " (hidden)")
        else
          last = add(tree, r, path, key, shown, where, value)
          r.last[path] = value
        end
      elseif kind == "r" then
        if kinds[path] == "h" then
          last = tree:add(known[path], where)
        else
          last = tree:add(other, where, path):set_text(key)
        end
      elseif kind == "z" then
        last = tree:add(null, where, path):set_text(key .. ": not set")
      elseif kind == "!" then
        note(r, tree, where)
      elseif opening[kind] then
        local inner, below = opening[kind](r, tree, kind == "e" and prefix or path, key, where)
        nodes(r, inner, below)
        last = inner
      else
        error("a node of unknown kind " .. byte(kind))
      end
      if not placed and last then last:set_generated() end
    end
  end
end

-- Shows a record, and gives what the packet list says of it.
local function record(r, tree)
  r.base = r.start + varint(r)
  local speaker = text(r)
  local size, title, summary = varint(r), text(r), text(r)
  local holder = tree:add(message, range(r, 0, size), title):set_text(title .. "  " .. summary)
  if #speaker > 0 then
    local s, at = r.s, r.at
    r.s, r.at = speaker, 1
    nodes(r, holder, "")
    r.s, r.at = s, at
  end
  nodes(r, holder, "")
  return title, summary
end

local function show(r, pinfo, tree)
  local plain = text(r)
  r.data, r.size = r.packet, r.body
  if #plain > 0 then
    local bytes = ByteArray.new(plain, true)
    r.data, r.size = bytes:tvb("Plaintext"), #plain
  end
  r.start = varint(r)
  r.base, r.nowhere = r.start, r.packet(0, 0)
  local top = tree:add(bc, r.data(math.min(r.start, r.size)))
  nodes(r, top, "")
  local said = {}
  while r.at <= #r.s do
    local title, summary = record(r, top)
    said[#said + 1] = summary ~= "" and title .. "  " .. summary or title
  end
  local info = table.concat(said, " | ")
  top:append_text(", " .. info)
  pinfo.cols.protocol = "BC"
  pinfo.cols.info = info
end

function bc.dissector(tvb, pinfo, tree)
  local from, length, version = annotated(tvb)
  if not from or length == 0 then return end
  local r = { s = tvb:raw(from, length), at = 1, packet = tvb, body = from, last = {} }
  if version ~= VERSION then
    tree:add(bc, tvb(from)):add_proto_expert_info(unreadable, "version " .. version .. " of annotations: run `bcdump wireshark plugin --install` again")
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
