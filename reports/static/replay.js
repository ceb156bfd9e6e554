// Shows positions that were computed beforehand; see reports/pages.py for the data. It knows no rule.
"use strict";
const D = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const LANGS = Object.keys(D.langs);
const SEATS = D.viewers.filter((v) => v !== null);
const SIDES = ["bottom", "right", "top", "left"];
const [TILE_W, TILE_H] = D.size;
const MARKED = new Set(["down", "taken", "added", "new", "won", "wild", "kan", "drawn"]);
const POND = D.family !== "domino", ZIPAI = D.family === "zipai";
let lang = D.lang, round = 0, step = 0, seat = SEATS[0] ?? 0, hidden = false;
let typed = "", typing = 0, running = 0, listed = "", spoken = "", tabbed = "", resulted = "";

const L = () => D.langs[lang];
const R = () => D.rounds[round];
const last = (r = R()) => (r ? r.steps.length - 1 : 0);
const fill = (text, args) => text.replace(/\{(\w+)\}/g, (_, key) => String(args[key] ?? ""));
const word = (key, args = {}) => fill(L().words[key] ?? key, args);
const who = (s) => D.players[s] ?? word("seat", { n: s });
const tileName = (t) => L().tiles[t] ?? t;
const value = (v) => (typeof v === "string" ? (L().values[v] ?? v) : Array.isArray(v) ? v.map(value).join(" ") : String(v));
const signed = (n) => (n > 0 ? "+" + n : n < 0 ? "\u2212" + -n : "0");

function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, v] of Object.entries(props)) {
    if (key === "class") node.className = v;
    else if (key in node) node[key] = v;
    else node.setAttribute(key, v);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return node;
}

// ---- what stands already stays: drawing tiles anew costs most of a step
const kept = new Map();

function keep(place, key, make) {
  const old = kept.get(place);
  if (old && old.key === key) return old.node;
  const node = make();
  kept.set(place, { key, node });
  return node;
}

function sync(parent, nodes) {
  const wanted = nodes.filter(Boolean);
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((node, i) => parent.children[i] !== node && parent.insertBefore(node, parent.children[i] ?? null));
  return parent;
}

// ---- tiles
function svg(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, v] of Object.entries(attributes)) node.setAttribute(key, v);
  return node;
}
const symbol = (t) => "#t-" + (t === "?" ? "back" : t);

function tile(text, extra = "") {
  const [code, mark = ""] = text.split(":");
  const label = L().labels[code] ?? code;
  const known = mark.split("-").filter((m) => MARKED.has(m));
  const full = known.reduce((text, m) => (code === "?" && m === "down" ? text : fill(L().marks[m], { label: text })), label);
  const marks = known.map((m) => "m-" + m);
  if (code === "?") marks.push("back");
  const box = el("span", { class: ["tile", ...marks, extra].join(" "), role: "img", title: full, "aria-label": full, "data-t": code });
  const picture = svg("svg", { viewBox: `0 0 ${TILE_W} ${TILE_H}`, "aria-hidden": "true" });
  // Of a concealed kong all know the tiles: the outer two show their backs, as on a table.
  const covered = known.includes("down") && D.family === "mahjong" && extra !== "inline";
  picture.append(svg("use", { href: symbol(covered ? "?" : code), width: TILE_W, height: TILE_H }));
  box.append(picture);
  return box;
}

const pieces = (text) => text.split("|").map((group) => group.split(" ").filter(Boolean)).filter((group) => group.length);

// Zipai in a hand stand in columns, one a number; a column too tall is two.
function columns(groups) {
  const out = [];
  for (const group of groups) {
    if (group.length < 5 && group.every((p) => p.endsWith(":kan"))) {
      out.push(group);
      continue;
    }
    const by = new Map();
    group.forEach((p, i) => {
      const key = p[0] === "?" ? "?" + Math.floor(i / 4) : /\d+/.exec(p)[0];
      by.set(key, [...(by.get(key) ?? []), p]);
    });
    for (const column of by.values()) {
      if (column.length < 5) out.push(column);
      else out.push(...["s", "b"].map((size) => column.filter((p) => p[0] === size)).filter((half) => half.length));
    }
  }
  return out;
}

function zone(name, text, show) {
  const standing = ZIPAI && (name === "hand" || name === "melds");
  const found = pieces(text);
  const groups = standing && name === "hand" ? columns(found) : found;
  if (!groups.length) return null;
  const title = L().zones[name] ?? L().facts[name] ?? name;
  const box = el("div", { class: "zone z-" + name.replace(/[^\w-]/g, "_"), role: "group", "aria-label": title });
  if (show) box.append(el("span", { class: "zone-name", "aria-hidden": "true" }, title));
  for (const group of groups) box.append(el("span", { class: standing ? "group stack" : "group" }, ...group.map((p) => tile(p))));
  return box;
}

// ---- the chain: dominoes end to end in a snake; one cell is half a domino
function snake(count, width) {
  const places = [];
  let x = 0, y = 0, dx = 1;
  for (let i = 0; i < count; i++) {
    const end = x + dx;
    if (end >= 0 && end < width) {
      places.push([x, y, dx, 0]);
      x += 2 * dx;
    } else {
      // No room: one upright under the last cell, then back the other way.
      const column = x - dx;
      places.push([column, y + 1, 0, 1]);
      y += 2;
      dx = -dx;
      x = column + dx;
    }
  }
  return places;
}

function bounds(places) {
  let w = 2, h = 1;
  for (const [x, y, dx, dy] of places) {
    w = Math.max(w, x + 1, x + dx + 1);
    h = Math.max(h, y + 1, y + dy + 1);
  }
  return [w, h];
}

function chain(text, whole, room) {
  const list = pieces(text).flat();
  const count = Math.max(list.length, whole, 1);
  let best = null;
  for (let width = 4; width <= 40; width += 1) {
    const [w, h] = bounds(snake(count, width));
    const cell = Math.min(room[0] / (w + 0.3), room[1] / (h + 0.3), 34);
    if (!best || cell >= best.cell) best = { width, w, h, cell };
  }
  const { width, w, h, cell } = best;
  const picture = svg("svg", { viewBox: `-6 -6 ${w * 40 + 12} ${h * 40 + 12}`, width: Math.floor((w + 0.3) * cell), height: Math.floor((h + 0.3) * cell) });
  picture.setAttribute("aria-hidden", "true");
  snake(count, width).slice(0, list.length).forEach(([x, y, dx, dy], i) => {
    const [code, mark = ""] = list[i].split(":");
    const open = mark.startsWith("open-") ? mark.slice(5) : "";
    // Upright, the drawing has the first number above: along (dx, dy) the joined end comes first.
    let angle = dy ? 0 : dx > 0 ? -90 : 90;
    if (open && code[0] === open && code[1] !== open) angle += 180;
    const cx = (x + dx / 2 + 0.5) * 40, cy = (y + dy / 2 + 0.5) * 40;
    const use = svg("use", { href: symbol(code), x: cx - 20, y: cy - 40, width: 40, height: 80, transform: `rotate(${angle} ${cx} ${cy})` });
    const isLast = i === list.length - 1;
    picture.append(use);
    if (isLast && open) picture.append(svg("rect", { x: (x + dx) * 40 + 1, y: (y + dy) * 40 + 1, width: 38, height: 38, rx: 6, class: "open-end" }));
  });
  const names = list.map((p) => L().labels[p.split(":")[0]] ?? p).join(", ");
  const box = el("div", { class: "zone z-chain", role: "img", "aria-label": `${L().zones.chain}: ${names}` });
  if (list.length) box.append(picture);
  return box;
}

// ---- positions
function position(r, at, viewer) {
  const index = Math.max(0, D.viewers.indexOf(viewer));
  const state = {};
  for (let i = 0; i <= at && i < r.steps.length; i++) {
    const delta = r.steps[i];
    for (let j = 0; j < delta.length; j += 2) {
      const ref = Array.isArray(delta[j + 1]) ? delta[j + 1][index] : delta[j + 1];
      if (ref < 0) delete state[D.slots[delta[j]]];
      else state[D.slots[delta[j]]] = D.pool[ref];
    }
  }
  return state;
}

const gap = () => (lang === "en" ? ", " : "、");
const KIND = Object.fromEntries(Object.entries(D.kinds).flatMap(([kind, keys]) => keys.map((key) => [key, kind])));

// What a fact says: tiles as pictures, seats as names, the rest in words.
function told(key, v) {
  if (v === true) return [];
  const list = Array.isArray(v) ? v : [v];
  if (KIND[key] === "tile") return list.map((t) => tile(t, "inline"));
  if (KIND[key] === "seat") return [el("b", {}, list.map(who).join(gap()))];
  return [el("b", {}, key === "open" ? (L().ends[v] ?? value(v)) : value(v))];
}

const blank = (v) => v === null || v === undefined || v === false || v === "" || (Array.isArray(v) && !v.length);

function facts(found, scope, skip = []) {
  const list = Object.entries(found).filter(([key, v]) => !skip.includes(key) && KIND[key] !== "silent" && !blank(v));
  return list.map(([key, v]) => el("span", { class: `fact f-${key.replace(/[^\w-]/g, "_")}${v === true ? " flag" : ""}` }, el("span", { class: "key" }, L().facts[scope + key] ?? L().facts[key] ?? key), ...told(key, v)));
}

const sideOf = (s) => SIDES[(s - seat + 4) % 4];
const kind = (slot, state, show) => keep(slot, lang + state[slot], () => {
  const box = zone(slot.slice(slot.indexOf(".") + 1), state[slot], show);
  box?.setAttribute("data-slot", slot);
  return box;
});

function seatBox(s, state, turn) {
  const zones = Object.keys(state).filter((k) => k.startsWith(`s${s}.`)).map((k) => k.slice(k.indexOf(".") + 1));
  if (!zones.length && D.players[s] === null) return null;
  const moving = turn.includes(s);
  const r = R(), at = step === last() && r.after ? r.after : r.before;
  const own = JSON.parse(state["f" + s] || "{}");
  const plate = el("h2", { class: "plate" });
  plate.append(el("span", { class: "name", title: who(s) }, who(s)));
  if (r.dealer === s) plate.append(el("span", { class: "badge" }, word("dealer")));
  if (moving) plate.append(el("span", { class: "badge now" }, word("to-move")));
  if (own.won || (step === last() && r.result?.winners.includes(s))) plate.append(el("span", { class: "badge won" }, word("won")));
  if (!zones.length && !r.scoreOnly && !r.unread) plate.append(el("span", { class: "badge out" }, word("sits-out")));
  const total = at ? el("span", { class: "total", title: word("total") }, signed(at[s])) : null;
  const box = keep("seat" + s, "", () => el("section", {}, el("div", { class: "head" }), el("div", { class: "zones" })));
  box.className = `seat ${sideOf(s)}${moving ? " moving" : ""}${r.moves[step - 1]?.s === s ? " moved" : ""}${zones.length ? "" : " idle"}`;
  box.setAttribute("aria-label", who(s));
  box.firstChild.replaceChildren(...[plate, el("span", { class: "facts" }, ...facts(own, "")), total].filter(Boolean));
  const mine = zones.filter((name) => !POND || name !== "river");
  sync(box.lastChild, mine.map((name) => kind(`s${s}.${name}`, state, !["hand", "melds"].includes(name))));
  return box;
}

function strip(state) {
  const box = el("div", { class: "strip" });
  const f = JSON.parse(state.facts || "{}");
  if (f.open) box.append(el("span", { class: "fact open" }, el("span", { class: "key" }, L().facts.open), el("b", {}, L().ends[f.open] ?? String(f.open))));
  if (f.direction) box.append(el("span", { class: "fact dir", title: value(f.direction) }, el("span", { class: "arrow", "aria-hidden": "true" }, f.direction === "cw" ? "↻" : "↺"), el("span", { class: "sr" }, value(f.direction))));
  if (state.wall !== undefined) box.append(el("span", { class: "fact wall" }, el("span", { class: "key" }, word("wall")), el("b", {}, state.wall)));
  // The tile on the table, or won on, is marked where it lies; how it was won stands with the result.
  box.append(...facts(f, "table.", ["open", "direction", "tile", "how"]));
  return box;
}

// One seat's river, in rows of six before its seat.
function pool(s, state) {
  const slot = `s${s}.river`;
  if (state[slot] === undefined) return null;
  const box = keep("pool" + s, "", () => el("div"));
  box.className = "pool " + sideOf(s);
  return sync(box, [keep("poolname" + s, lang, () => el("span", { class: "pool-name", "aria-hidden": "true" }, who(s))), kind(slot, state, false)]);
}

function centre(state) {
  const zones = Object.keys(state).filter((k) => k.startsWith("t.") && k !== "t.chain" && k !== "t.stock").map((k) => kind(k, state, true));
  const said = R().scoreOnly || R().unread ? el("p", { class: "quiet" }, word(R().unread ? "no-table" : "score-only")) : null;
  const box = keep("centre", "", () => el("div", { class: POND ? "centre pond" : "centre" }));
  if (!POND) {
    const room = state["t.chain"] === undefined ? null : keep("room", "", () => el("div", { class: "chain-room" }));
    return sync(box, [strip(state), ...zones, said, room]);
  }
  const middle = sync(keep("middle", "", () => el("div", { class: "middle" })), [strip(state), ...zones, said]);
  return sync(box, [pool((seat + 2) % 4, state), pool((seat + 3) % 4, state), middle, pool((seat + 1) % 4, state), pool(seat, state)]);
}

function left(r, part) {
  if (part === undefined) return undefined;
  const [start, end] = part.split(",").map(Number);
  return D.pool[r.stock].split(" ").slice(start, end).join(" ");
}

// The tiles left to draw, for who may see them: made when somebody opens the list.
function drawStock(text) {
  const box = $("stock");
  box.hidden = text === undefined;
  box.lastElementChild.replaceChildren(...(box.hidden || !box.open ? [] : [zone("stock", text, false)].filter(Boolean)));
}

function drawChain(text, viewer) {
  const room = kept.get("room").node;
  const whole = pieces(position(R(), last(), viewer)["t.chain"] ?? "").flat().length;
  // Measured empty: what is drawn must not keep the room from shrinking.
  room.replaceChildren();
  room.append(chain(text, whole, [Math.max(room.clientWidth, 120), Math.max(room.clientHeight, 120)]));
}

const came = (result) => (result.winners.length ? word("winner", { seat: result.winners.map(who).join(" / ") }) : value(result.outcome));
const ended = (result) => word("over") + (lang === "en" ? " " : "") + came(result);

function drawTable() {
  const r = R();
  const table = $("table");
  if (!r) {
    table.replaceChildren(el("p", { class: "centre quiet" }, word("no-rounds")));
    return;
  }
  const viewer = hidden ? seat : null;
  const state = position(r, step, viewer);
  const over = step === last() && r.result && r.result.state !== "stated-only";
  const turn = over ? [] : (state.turn ?? "").split(",").filter(Boolean).map(Number);
  sync(table, [...[2, 3, 1, 0].map((k) => seatBox((seat + k) % 4, state, turn)), centre(state)]);
  if (state["t.chain"] !== undefined) drawChain(state["t.chain"], viewer);
  drawStock(state["t.stock"] ?? left(r, state.stock));
  $("turn").textContent = turn.length ? word("may-move", { seat: turn.map(who).join(" / ") }) : over ? ended(r.result) : "";
}

// ---- words
function sentence(m, viewer) {
  const shown = m.m === undefined || m.m & (1 << Math.max(0, D.viewers.indexOf(viewer)));
  const row = (tiles) => (tiles ?? []).map(tileName).join(lang === "en" ? " " : "、");
  const text = fill(L().verbs[shown ? m.k : m.h] ?? m.k, {
    seat: who(m.s), tile: tileName(m.y ?? m.t ?? ""), end: L().ends[m.o] ?? m.o, tiles_with: row(m.w),
    tiles_also: (m.a ?? []).map(row).join(lang === "en" ? ", " : "；"), kind: value(m.d ?? ""),
  });
  return { text, tile: m.t === undefined ? null : shown ? m.t : "?" };
}

function dealt(r) {
  return fill(L().verbs[r.dealer === null ? "deal-unknown" : "deal"], { seat: r.dealer === null ? "" : who(r.dealer) });
}

function violations(list) {
  return list.map((v) => el("p", { class: "violation" + (v.soft ? " soft" : "") }, el("b", {}, word(v.soft ? "unsure" : "violation")), " ", v.text[lang], " ", el("code", {}, v.clause)));
}

function drawSaid() {
  const r = R();
  if (!r) return;
  const m = r.moves[step - 1];
  const said = m ? sentence(m, hidden ? seat : null) : { text: dealt(r), tile: null };
  $("said").replaceChildren(...[said.tile ? tile(said.tile, "inline") : null, el("span", {}, said.text)].filter(Boolean));
  $("round-name").textContent = word("round", { n: round + 1 });
  $("count").textContent = word("step", { n: step, of: last() });
  const bad = [...(r.bad[step] ?? []), ...(step === last() ? r.claims : [])];
  const notes = [m?.refused ? el("p", { class: "quiet" }, word("refused")) : null, m?.note ? el("p", { class: "note" }, `${word("note")}: ${m.note}`) : null];
  if (step === 0 && r.setup.note) notes.push(el("p", { class: "note" }, `${word("note")}: ${r.setup.note}`));
  $("bad").replaceChildren(...violations(bad), ...notes.filter(Boolean));
}

function drawMoves() {
  const key = [round, lang, hidden ? seat : ""].join();
  const list = $("moves");
  const r = R();
  if (!r) return;
  if (key !== listed) {
    listed = key;
    const entry = (text, t, n, cls) => el("button", { type: "button", class: cls, tabIndex: -1, "data-step": n }, el("span", { class: "n" }, String(n)), t ? tile(t, "inline") : el("span", { class: "tile inline none" }), el("span", { class: "text" }, text));
    const lines = [el("li", {}, entry(dealt(r), null, 0, r.bad[0] ? "wrong" : ""))];
    r.moves.forEach((m, i) => {
      const said = sentence(m, hidden ? seat : null);
      lines.push(el("li", {}, entry(said.text, said.tile, i + 1, (m.refused || r.bad[i + 1] ? "wrong" : "") + " by" + ((m.s - seat + 4) % 4))));
    });
    for (const m of r.unjudged) {
      const said = sentence(m, hidden ? seat : null);
      lines.push(el("li", { class: "unjudged", title: word("unjudged") }, said.text));
    }
    list.replaceChildren(...lines);
  }
  const inside = list.contains(document.activeElement);
  list.querySelector('[aria-current]')?.removeAttribute("aria-current");
  list.querySelectorAll('[tabindex="0"]').forEach((b) => (b.tabIndex = -1));
  const now = list.querySelector(`[data-step="${step}"]`);
  if (!now) return;
  now.setAttribute("aria-current", "step");
  now.tabIndex = 0;
  if (inside) now.focus({ preventScroll: true });
  const top = now.parentNode.offsetTop - list.offsetTop;
  if (list.scrollHeight > list.clientHeight && (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 80)) list.scrollTop = top - list.clientHeight / 2;
}

function drawRounds() {
  if (tabbed === `${round} ${lang}`) return;
  tabbed = `${round} ${lang}`;
  const buttons = D.rounds.map((r, i) => {
    const wrong = r.claims.length || Object.keys(r.bad).length;
    const title = [word("round", { n: i + 1 }), r.result ? came(r.result) : ""].filter(Boolean).join(": ");
    const b = el("button", { type: "button", class: wrong ? "wrong" : "", title, "aria-label": title + (wrong ? ": " + word("violation") : "") }, String(i + 1));
    if (i === round) b.setAttribute("aria-current", "true");
    b.addEventListener("click", () => go(i, 0));
    return b;
  });
  $("rounds").replaceChildren(...buttons);
}

// ---- the result
const row = (tiles) => el("span", { class: "row" }, ...tiles.map((t) => tile(t, "inline")));

function scored(score) {
  return score.items.map(([id, v, tiles]) => el("li", { class: tiles.length > 5 ? "long" : "" }, el("span", { class: "what" }, L().items[id] ?? id), v ? el("b", {}, String(v)) : null, tiles.length ? row(tiles) : null));
}

// What one seat scored: its patterns and the reading they were counted in.
function counted(result, s) {
  const score = result.scores[s];
  const groups = (result.groups ?? {})[s] ?? [];
  if (!score?.items.length && !groups.length) return null;
  const box = el("section", { class: "counted" }, el("h3", {}, el("span", {}, who(s)), el("b", {}, score ? `${score.total} ${word("score")}` : "")));
  if (groups.length) {
    const each = groups.map(([form, tiles, v]) => el("span", { class: "set" }, row(tiles), el("span", { class: "key" }, L().forms[form] ?? form, v ? ` ${v}` : "")));
    box.append(el("div", { class: "reading" }, el("span", { class: "key" }, word("reading")), ...each));
  }
  if (score?.items.length) box.append(el("ul", { class: "items" }, ...scored(score)));
  return box;
}

function drawResult() {
  const r = R(), box = $("result");
  box.hidden = !r || step !== last() || (!r.result && !r.moves.length);
  if (box.hidden) return;
  const key = `${round} ${lang}`;
  if (resulted === key) return;
  resulted = key;
  const result = r.result;
  if (!result) {
    box.replaceChildren(el("h2", {}, word("result")), el("p", { class: "quiet" }, word("no-result")));
    return;
  }
  const head = el("h2", {}, came(result));
  const how = el("p", { class: "how" }, ...facts(result.facts ?? {}, "table."));
  const rows = SEATS.map((s) => {
    const score = result.scores[s];
    const line = el("tr", { class: result.winners.includes(s) ? "won" : "" }, el("th", { scope: "row" }, el("span", { class: "who", title: who(s) }, who(s))), el("td", {}, score ? String(score.total) : ""), el("td", { class: result.points[s] < 0 ? "minus" : result.points[s] > 0 ? "plus" : "" }, signed(result.points[s])), el("td", {}, r.after ? signed(r.after[s]) : "–"));
    const stated = result.stated;
    const differs = stated && (stated.points[s] !== result.points[s] || JSON.stringify(stated.scores[s]?.total) !== JSON.stringify(score?.total));
    return [line, differs ? el("tr", { class: "stated" }, el("td", {}, word("stated")), el("td", {}, stated.scores[s] ? String(stated.scores[s].total) : ""), el("td", {}, signed(stated.points[s])), el("td", {})) : null];
  }).flat().filter(Boolean);
  const headings = ["player", "score", "points", "total"].map((w) => el("th", { scope: "col" }, word(w)));
  const state = el("p", { class: "state " + result.state }, word(result.state), result.stated && result.stated.outcome !== result.outcome ? ` (${word("stated")}: ${value(result.stated.outcome)})` : "");
  const order = [...result.winners, ...SEATS.filter((s) => !result.winners.includes(s))];
  box.replaceChildren(...[head, how.children.length ? how : null, el("table", {}, el("thead", {}, el("tr", {}, ...headings)), el("tbody", {}, ...rows)), state, ...order.map((s) => counted(result, s))].filter(Boolean));
  box.scrollTop = 0;
}

// ---- everything
function drawWords() {
  const key = lang + (running ? "stop" : "");
  if (key === spoken) return;
  spoken = key;
  document.documentElement.lang = lang;
  document.title = L().title;
  $("title").textContent = $("title").title = L().title;
  $("verdict").textContent = value(D.verdict);
  for (const node of document.querySelectorAll("[data-w]")) node.textContent = word(node.dataset.w);
  for (const node of document.querySelectorAll("[data-wl]")) {
    const text = word(node.id === "run" && running ? "stop" : node.dataset.wl);
    node.setAttribute("aria-label", text);
    if (node.tagName === "BUTTON") node.title = text;
  }
  if ($("loose")) $("loose").replaceChildren(...D.loose.map((v) => el("li", {}, ...violations([v]))));
  $("lang").value = lang;
  $("seat").replaceChildren(...SEATS.map((s) => el("option", { value: s }, who(s))));
  $("run").classList.toggle("running", running !== 0);
}

function draw() {
  drawWords();
  $("seat").value = seat;
  $("hidden").setAttribute("aria-pressed", String(hidden));
  $("slider").max = last();
  $("slider").value = step;
  $("slider").setAttribute("aria-valuetext", word("step", { n: step, of: last() }));
  for (const id of ["first", "previous"]) $(id).disabled = !step && (id === "first" || !round);
  for (const id of ["next", "last"]) $(id).disabled = step >= last() && (id === "last" || round >= D.rounds.length - 1);
  drawRounds();
  drawResult();
  drawTable();
  drawSaid();
  drawMoves();
}

function fragment() {
  const view = hidden ? "v" + seat : seat !== (SEATS[0] ?? 0) ? "o" + seat : "";
  return `#r${round + 1}m${step}${view}`;
}

function go(r, s) {
  round = Math.min(Math.max(r, 0), Math.max(D.rounds.length - 1, 0));
  step = Math.min(Math.max(s, 0), last());
  if (location.hash !== fragment()) history.replaceState(null, "", fragment());
  draw();
}

function obey() {
  const found = /^#r(\d+)(?:m(\d+))?(?:([vo])([0-3]))?$/.exec(location.hash);
  if (!found) return false;
  hidden = false;
  seat = SEATS[0] ?? 0;
  if (found[3] && SEATS.includes(Number(found[4]))) {
    seat = Number(found[4]);
    hidden = found[3] === "v";
  }
  go(Number(found[1]) - 1, Number(found[2] ?? 0));
  return true;
}

const back = () => (step > 0 ? go(round, step - 1) : round > 0 ? go(round - 1, last(D.rounds[round - 1])) : undefined);
const on = () => (step < last() ? go(round, step + 1) : round < D.rounds.length - 1 ? go(round + 1, 0) : run(false));
const see = (s, hide) => ((seat = s), (hidden = hide), go(round, step));

function run(start) {
  clearInterval(running);
  running = start ? setInterval(on, 1100) : 0;
  draw();
}

function wrong() {
  const all = D.rounds.flatMap((r, i) => [...new Set([...Object.keys(r.bad).map(Number), ...(r.claims.length ? [last(r)] : [])])].sort((a, b) => a - b).map((s) => [i, s]));
  const next = all.find(([i, s]) => i > round || (i === round && s > step)) ?? all[0];
  if (next) go(...next);
}

function type(digit) {
  typed = (typed + digit).slice(-4);
  $("toast").textContent = word("jump", { n: typed });
  $("toast").hidden = false;
  clearTimeout(typing);
  typing = setTimeout(typedDone, 1200);
}

function typedDone(jump = true) {
  clearTimeout(typing);
  const n = typed;
  typed = "";
  $("toast").hidden = true;
  if (jump && n !== "") go(round, Number(n));
}

const KEYS = {
  ArrowLeft: back, ArrowRight: on, Home: () => go(round, 0), End: () => go(round, last()),
  PageUp: () => go(round - 1, 0), PageDown: () => go(round + 1, 0), " ": () => run(!running), x: wrong,
  v: () => see(SEATS[(SEATS.indexOf(seat) + 1) % SEATS.length] ?? 0, hidden), h: () => see(seat, !hidden),
  l: () => ((lang = LANGS[(LANGS.indexOf(lang) + 1) % LANGS.length]), draw()), "?": () => $("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("help").open || event.target.tagName === "SELECT") return;
  const pressing = event.target.closest("button, summary") && (event.key === " " || (event.key === "Enter" && typed === ""));
  if (pressing) return;
  if (/^\d$/.test(event.key)) type(event.key);
  else if (event.key === "Enter" && typed !== "") typedDone();
  else if (event.key === "Escape") typedDone(false);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  if (event.key !== "Escape") event.preventDefault();
});
const click = (id, act) => $(id).addEventListener("click", act);
click("first", KEYS.Home);
click("previous", back);
click("next", on);
click("last", KEYS.End);
click("run", KEYS[" "]);
click("hidden", KEYS.h);
click("help-open", KEYS["?"]);
click("moves", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) go(round, Number(button.dataset.step));
});
$("slider").addEventListener("input", () => go(round, Number($("slider").value)));
$("lang").addEventListener("change", () => ((lang = $("lang").value), draw()));
$("seat").addEventListener("change", () => see(Number($("seat").value), hidden));
$("stock").addEventListener("toggle", drawTable);
window.addEventListener("hashchange", obey);
window.addEventListener("resize", drawTable);
// On a narrow screen the own hand stays in sight above the dock, as high as that is.
new ResizeObserver(() => document.body.style.setProperty("--dock", $("dock").offsetHeight + "px")).observe($("dock"));
document.body.classList.add("ready");
if (!obey()) go(D.round - 1, 0);
