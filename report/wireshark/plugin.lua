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

local MAGIC, FOOTER, VERSION = "\137bcdump\n", 16, 3
local LONGEST_INFO = 400 -- bytes of a line in the packet list
-- Anybody can send a datagram that ends like annotations. No packet that Wireshark reads has room for
-- more nodes (256 KiB, and a node takes four bytes), and bcdump nests them half as deep.
local MOST_NODES, DEEPEST = 65536, 100
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

local function remember(word)
  if place_of[word] then return end
  keys[#keys + 1], place_of[word] = word, #keys + 1
  for i = 1, #word do sum = (sum * 31 + word:byte(i)) % 65521 end
  sum = (sum * 31 + 46) % 65521 -- a dot
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
  local value, scale = 0, 1
  for _ = 1, LONGEST_NUMBER do
    local c = byte(r.s, r.at)
    if not c then error("a number is cut") end
    r.at = r.at + 1
    value = value + (c % 128) * scale
    if c < 128 then return value end
    scale = scale * 128
  end
  error("a number is too long")
end

-- An odd number is twice the place of a word, and one; an even one twice the length of what follows.
local function text(r)
  local n = varint(r)
  if n % 2 == 1 then return keys[(n + 1) / 2] or error("a word that nobody knows") end
  local from = r.at
  r.at = from + n / 2
  if r.at > #r.s + 1 then error("a text is cut") end
  return sub(r.s, from, r.at - 1)
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

-- The place of a node: twice its length, and one more if where it begins follows. If not, it begins where the
-- one before ended, holders left out.
local function placed_at(r, kind)
  local n = varint(r)
  local length, offset = (n - n % 2) / 2, r.behind
  if n % 2 == 1 then offset = varint(r) end
  if kind ~= "o" and kind ~= "l" and kind ~= "e" then r.behind = offset + length end
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

local values = {}
values.i = function(r) return "i", varint(r) end
values.n = function(r) return "i", -varint(r) end
values.x = function(r) r.at = r.at + 1; return "x", varint(r) end
values.d = function(r)
  local value = unpack_double(">d", r.s, r.at)
  r.at = r.at + 8
  return "d", value
end
-- Digits and how many of them are behind the point: both are exact, so the quotient is the nearest double.
values.f = function(r)
  local n, places = varint(r), byte(r.s, r.at)
  r.at = r.at + 1
  local value = (n - n % 2) / 2 / POWERS[places]
  return "d", n % 2 == 1 and -value or value
end
values.b = function(r) r.at = r.at + 1; return "b", byte(r.s, r.at - 1) ~= 0 end
values.s = function(r) return "s", text(r) end

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

function opening.o(r, tree, path, key, where)
  return holder(tree, path, key, where), path .. "."
end

function opening.l(r, tree, path, key, where)
  -- A list within itself, such as folders in folders: the fields are those of the outer one.
  local outer = not known[path] and path:find("." .. key .. ".", 1, true)
  if outer then path = sub(path, 1, outer + #key) end
  local item, before = holder(tree, path, key, where), r.count
  r.count = 0
  return item, path .. ".", function()
    item:append_text(": " .. r.count .. (r.count == 1 and " element" or " elements"))
    r.count = before
  end
end

function opening.e(r, tree, path, key, where)
  local item, list = tree:add(where, "[" .. varint(r) .. "]"), sub(path, 1, -2)
  r.count = r.count + 1
  r.last[list .. ".name"], r.last[list .. ".system"], r.last[list .. ".key"] = nil, nil, nil
  return item, path, function()
    local name = called(r, list)
    if name then item:append_text(" " .. name) end
  end
end

-- The message has a field too, so that filters can ask for it: bc.Chat.
function opening.m(r, tree, path, key, where)
  if known[key] then tree:add(known[key], where):set_hidden() end
  return tree, key .. "."
end

function opening.g(r, tree, path, key, where)
  local item = tree:add(where, "Transport")
  return item, "", function()
    local seq = r.last.seq and ", seq " .. r.last.seq or ""
    item:append_text(": " .. tostring(r.last.type) .. ", " .. tostring(r.last.len) .. " bytes" .. seq .. (r.last.reliable and ", reliable" or ""))
  end
end

function opening.v(r, tree, path, key, where)
  local item = holder(tree, path, key, where)
  return item, path .. ".", function()
    item:append_text(string.format(": (%.6g, %.6g, %.6g)", r.last[path .. ".x"], r.last[path .. ".y"], r.last[path .. ".z"]))
    if units[path] then item:append_text(" " .. units[path]) end
  end
end

local function note(r, tree, where)
  local severity = byte(r.s, r.at)
  r.at = r.at + 1
  local item = tree:add(known.notes, where):set_generated()
  nodes(r, item, "notes.")
  local code, said = tostring(r.last["notes.code"]), tostring(r.last["notes.text"])
  item:append_text(": " .. said .. " (" .. code .. ")")
  item:add_proto_expert_info(experts[severity] or experts[1], said)
end

local function key_of(r)
  local n = byte(r.s, r.at)
  r.at = r.at + 1
  if n >= 128 then
    local place = n - 128
    if n >= 224 then
      place = (n - 224) * 256 + byte(r.s, r.at) + 96
      r.at = r.at + 1
    end
    return keys[place + 1] or error("a key that nobody knows")
  end
  r.at = r.at + n
  return sub(r.s, r.at - n, r.at - 1)
end

-- Shows the nodes up to the end of those that hold them.
nodes = function(r, tree, prefix)
  local last
  r.depth = r.depth + 1
  if r.depth > DEEPEST then error("nodes nested more than " .. DEEPEST .. " deep") end
  while true do
    local c = byte(r.s, r.at)
    if not c then error("nodes are cut") end
    r.at = r.at + 1
    local placed = c >= 128
    if placed then c = c - 128 end
    local is_hidden = c >= 65 and c <= 90
    local kind = string.char(is_hidden and c + 32 or c)
    if kind == "." then
      r.depth = r.depth - 1
      return
    end
    r.room = r.room - 1
    if r.room < 0 then error("more than " .. MOST_NODES .. " nodes") end
    if kind == "+" then
      local said = text(r)
      if last then last:append_text("  (" .. said .. ")") end
    else
      local key = (kind == "e" or kind == "g") and "" or key_of(r)
      local path, where = prefix .. key, r.nowhere
      if placed then where = placed_at(r, kind) end
      local item
      if values[kind] then
        local shown, value = values[kind](r)
        if is_hidden then
          local said = key .. ": " .. tostring(value)
          item = tree:add(hidden, where, said):set_text(said .. "  (hidden)")
        else
          item = add(tree, path, key, shown, where, value)
          r.last[path] = value
        end
        last = item
      elseif kind == "r" then
        if kinds[path] == "h" then
          item = tree:add(known[path], where)
        else
          item = tree:add(other, where, path):set_text(key)
        end
      elseif kind == "z" then
        item = tree:add(null, where, path):set_text(key .. ": not set")
      elseif kind == "!" then
        note(r, tree, where)
      elseif opening[kind] then
        local below, inner, done
        item, inner, done = opening[kind](r, tree, kind == "e" and prefix or path, key, where)
        nodes(r, item, inner)
        if done then done() end
        if kind == "m" then item = nil end
      else
        error("a node of unknown kind " .. c)
      end
      if not placed and item then item:set_generated() end
    end
  end
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
  r.last, r.count = {}, 0
  if #speaker > 0 then
    local s, at = r.s, r.at
    r.s, r.at = speaker, 1
    nodes(r, item, "")
    r.s, r.at = s, at
  end
  r.behind = 0
  nodes(r, item, "")
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
  if #info > LONGEST_INFO then info = sub(info, 1, LONGEST_INFO):gsub("[\128-\255]*$", "") .. "…" end
  top:append_text(", " .. info)
  pinfo.cols.protocol = "BC"
  pinfo.cols.info = info
  pinfo.conversation = payload
end

function bc.dissector(tvb, pinfo, tree)
  local from, length, version, names = annotated(tvb)
  if not from or length == 0 then return end
  local r = { s = tvb:raw(from, length), at = 1, packet = tvb, body = from, behind = 0, last = {}, lines = commented(), line = 1, count = 0, depth = 0, room = MOST_NODES }
  if version ~= VERSION or names ~= sum then
    tree:add(bc, tvb(from)):add_proto_expert_info(unreadable,
      "annotations of another bcdump: run `bcdump wireshark plugin --install` with the one that exported them")
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
