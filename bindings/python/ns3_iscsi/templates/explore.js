// SPDX-License-Identifier: GPL-2.0-only
// The page of `ns3-iscsi explore`. A request is the number of its row; times are nanoseconds.
"use strict";
(async () => {
const about = JSON.parse(document.getElementById("about").textContent);
const columns = await unpack(document.getElementById("data").textContent);
const column = name => columns[`request.${name}`];
const time = column("time"), latency = column("latency"), run = column("run"), device = column("device");
const bytes = column("bytes"), operation = column("operation"), status = column("status"), longest = column("longest");
const phase = column("phase"), slow = column("slow");
const stages = about.stages.map(one => ({ ...one, time: column(one.key) }));
const hasRuns = about.runs.length > 1;
const isOk = request => about.statuses[status[request]] === "ok";
const element = id => document.getElementById(id);
const isDark = matchMedia("(prefers-color-scheme: dark)");

// All requests from the slowest to the fastest, and the end of the last one.
const bySlowness = Uint32Array.from(time.keys()).sort((a, b) => latency[b] - latency[a] || a - b);
const lastEnd = time.reduce((last, issued, i) => Math.max(last, issued + latency[i]), time[0] + 1e3);
const whole = { min: time[0] / 1e9, max: lastEnd / 1e9 };
// The stretch of time in the plots, s, the requests that pass the filters, by time, and the one whose timeline is shown.
let view = { ...whole }, shown = [], isShown = new Uint8Array(time.length), selected = null;

/** Decompress the columns and give them by their names. */
async function unpack(text) {
    const packed = atob(text.trim());
    const raw = new Uint8Array(packed.length);
    for (let i = 0; i < raw.length; ++i) raw[i] = packed.charCodeAt(i);
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
    const buffer = await new Response(stream).arrayBuffer();
    const found = {};
    let offset = 0;
    for (const { name, type, length } of about.columns) {
        found[name] = new window[type](buffer, offset, length);
        offset += found[name].byteLength;
    }
    return found;
}

/** Make an element; a property that is null is left out. */
function make(tag, properties, ...children) {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
        if (name === "style") one.style.cssText = value;
        else if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
        else if (value !== null) one.setAttribute(name, value);
    }
    one.append(...children);
    return one;
}

// Texts.

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

/** Give the unit in which a time is 0.1 or more, milliseconds where it can be. */
const unitOf = ns => UNITS.find(([size]) => size <= 1e6 ? ns >= size / 10 : ns >= 10 * size) || UNITS[3];

/** Write a number with three significant digits, and no fewer before the point than there are. */
function digits(value) {
    if (value >= 99.95) return Math.round(value).toLocaleString("en");
    return value === 0 ? "0" : value.toFixed(value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3);
}

const duration = (ns, unit = unitOf(ns)) => `${digits(ns / unit[0])} ${unit[1]}`;
const whenIssued = request => `${(time[request] / 1e9).toFixed(6)} s`;
const share = (part, all) => part && part < all / 100 ? "< 1 %" : `${Math.round(100 * part / (all || 1))} %`;
const count = number => Math.round(number).toLocaleString("en");
const several = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

function size(number) {
    if (number >= 1 << 20 && number % (1 << 20) === 0) return `${number >> 20} MiB`;
    return number >= 1024 && number % 512 === 0 ? `${number / 1024} KiB` : `${number} B`;
}

const operationOf = request => about.operations[operation[request]].name;
const capital = text => text[0].toUpperCase() + text.slice(1);
const nameOf = stage => `${stage.place}: ${stage.name}`;
const whatIs = request => `${operationOf(request)} ${bytes[request] ? size(bytes[request]) : ""}`.trim();
const stageColour = stage => stage.colour === "#000000" && isDark.matches ? "#d0d0d0" : stage.colour;
const swatch = colour => make("i", { class: "swatch", style: `background:${colour}` });

const wordsOf = (stage, request) => stage.words + (stage.carries === operationOf(request) ? ", with its data" : "");

/** Say in one sentence where the time of a request went. */
function why(request) {
    const all = latency[request], unit = unitOf(all);
    const first = stages[longest[request]];
    const failed = isOk(request) ? "" : `Failed (${about.statuses[status[request]]}): `;
    if (!all) return `${failed}It took no time.`;
    let text = `${failed}${digits(first.time[request] / unit[0])} of ${duration(all, unit)} ${wordsOf(first, request)}`;
    const ahead = column("ahead")[request];
    if (ahead) text += `, behind ${several(ahead, "other request")} to device ${device[request]}`;
    const repaired = ["retransmission", "timeout"]
        .filter(word => column(`${word}s`)[request])
        .map(word => several(column(`${word}s`)[request], word));
    if (repaired.length && first.place === "network") text += `, while TCP had ${repaired.join(" and ")}`;
    const others = stages
        .filter(stage => stage !== first && stage.time[request] >= all / 10)
        .sort((a, b) => b.time[request] - a.time[request])
        .slice(0, 2)
        .map(stage => `; ${duration(stage.time[request], unit)} ${wordsOf(stage, request)}`);
    return `${text}${others.join("")}.`;
}

// Filters: a selection for each property that has more than one value.

/** Give the filters: a name, the value of a request, and the values with what they are called. */
function findFilters() {
    const numbers = values => [...new Set(values)].sort((a, b) => a - b);
    let sizes = numbers(bytes), sizeOf = request => bytes[request], sizeName = one => [one, size(one)];
    if (sizes.length > 24) {
        // Powers of two, each for the sizes from half of it on.
        const power = one => one ? 2 ** Math.ceil(Math.log2(one)) : 0;
        sizes = numbers(bytes.map(power));
        sizeOf = request => power(bytes[request]);
        sizeName = one => [one, one ? `${size(one / 2)} to ${size(one)}` : size(0)];
    }
    const named = values => values.map((one, i) => [i, one.name || one]);
    return [
        { name: "run", of: request => run[request], values: named(about.runs) },
        { name: "operation", of: request => operation[request], values: named(about.operations) },
        { name: "size", of: sizeOf, values: sizes.map(sizeName) },
        { name: "initiator", of: request => column("initiator")[request],
          values: numbers(column("initiator")).map(one => [one, one ? String(one - 1) : "none"]) },
        { name: "device", of: request => device[request], values: numbers(device).map(one => [one, String(one)]) },
        { name: "longest stage", of: request => longest[request],
          values: numbers(longest).map(one => [one, nameOf(stages[one])]) },
        { name: "phase", of: request => phase[request], values: about.phases.map((one, i) => [i, one || "none"]) },
        { name: "status", of: request => status[request], values: named(about.statuses) },
    ].filter(one => one.values.length > 1);
}

const filters = findFilters();
for (const filter of filters) {
    filter.select = make("select", { onchange: filterRequests }, make("option", { value: "" }, "all"),
        ...filter.values.map(([value, name]) => make("option", { value }, name)));
    element("filters").append(make("label", {}, `${filter.name} `, filter.select));
}
element("filters").append(make("button", { type: "button", id: "reset", onclick: resetFilters }, "clear filters"));
element("filters").addEventListener("submit", event => event.preventDefault());

function resetFilters() {
    for (const filter of filters) filter.select.value = "";
    filterRequests();
}

function filterRequests() {
    const asked = filters.filter(one => one.select.value !== "").map(one => [one.of, Number(one.select.value)]);
    shown = [];
    for (let i = 0; i < time.length; ++i) {
        isShown[i] = asked.every(([of, value]) => of(i) === value);
        if (isShown[i]) shown.push(i);
    }
    for (const filter of filters) filter.select.toggleAttribute("data-set", filter.select.value !== "");
    element("reset").disabled = !asked.length;
    if (selected !== null && !isShown[selected]) select(null);
    drawRequests();
}

// Plots, one below the other, with the same time.

const plots = {};
const sync = { key: "time", filters: { pub: type => type === "mousemove" || type === "mouseleave" } };

/** Show a plot of some lines in an element; earlier ones there go. */
function plot(id, label, lines, data, scale, hooks) {
    plots[id]?.destroy();
    const place = element(id);
    const colour = name => getComputedStyle(document.body).getPropertyValue(name);
    const axis = { stroke: colour("--text"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
    const figure = new uPlot({
        width: place.clientWidth,
        height: id === "latency" ? 330 : 150,
        scales: { x: { time: false, range: () => [view.min, view.max] }, y: scale },
        axes: [
            { ...axis, size: 30, values: (_, ticks) => ticks.map(one => String(Number(one.toPrecision(12)))),
              label: "simulated time (s)", labelSize: 18, labelGap: 0, labelFont: "12px sans-serif" },
            { ...axis, size: 58, label, labelSize: 18, labelFont: "12px sans-serif" },
        ],
        series: [{}, ...lines],
        legend: { show: false },
        cursor: { sync, points: { show: false }, drag: { x: true, y: false, setScale: false },
                  bind: { dblclick: () => () => zoom(whole.min, whole.max) } },
        hooks: { ...hooks, setSelect: [one => {
            if (one.select.width < 4) return;
            const [from, to] = [one.select.left, one.select.left + one.select.width].map(at => one.posToVal(at, "x"));
            one.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            zoom(from, to);
        }] },
    }, data, place);
    plots[id] = figure;
    return figure;
}

/** Give the groups that the colours of the points tell apart: a name, a colour, and their requests. */
function colourGroups() {
    const kinds = {
        operation: () => about.operations.map((one, i) => [one.name, one.colour, request => operation[request] === i]),
        "longest stage": () => stages.map((one, i) => [nameOf(one), stageColour(one), request => longest[request] === i]),
        run: () => about.runs.map((one, i) => [one.name, one.colour, request => run[request] === i]),
    };
    return kinds[element("colour").value]().map(([name, colour, has]) => ({ name, colour, has }));
}

const legend = groups => groups.map(one => make("span", {}, swatch(one.colour), one.name));
let groups = [];

/** Draw the requests that pass the filters, and all that follows from these. */
function drawRequests() {
    const failed = request => !isOk(request);
    groups = colourGroups().map(one => ({ ...one, has: request => isOk(request) && one.has(request) }));
    groups.push({ name: "failed", colour: "#c00000", has: failed });
    groups = groups.filter(one => shown.some(one.has));
    const floor = element("log").checked ? 1e-6 : 0;
    const milliseconds = request => Math.max(latency[request] / 1e6, floor);
    const data = [shown.map(request => time[request] / 1e9),
        ...groups.map(one => shown.map(request => one.has(request) ? milliseconds(request) : null))];
    const points = one => ({ paths: () => null, stroke: one.colour,
        points: { show: true, size: shown.length < 3000 ? 6 : 3.5, width: 0, fill: one.colour, filter: visible } });
    const scale = { distr: element("log").checked ? 3 : 1, range: latencyRange };
    plot("latency", "latency (ms)", groups.map(points), data, scale, { draw: [placeRing] });
    const over = plots.latency.over;
    over.addEventListener("click", event => select(nearest(event) ?? selected, false));
    over.addEventListener("mousemove", event => hover(nearest(event)));
    element("legend").replaceChildren(...legend(groups));
    placeRing();
    summarize();
}

/** Give the range of the axis of latencies: from 0, or on a logarithmic axis around what there is. */
function latencyRange(figure, min, max) {
    if (min === null) return [0.1, 1];
    return element("log").checked ? uPlot.rangeLog(min, max, 10, false) : [0, max * 1.05 || 1];
}

/** Give the points of a series of which no earlier one covers the pixel. */
function visible(figure, series, show) {
    if (!show) return null;
    const seen = new Set(), rows = [];
    const [xs, ys] = [figure.data[0], figure.data[series]];
    const [first, last] = figure.series[0].idxs;
    for (let i = first; i <= last; ++i) {
        if (ys[i] === null) continue;
        const pixel = Math.round(figure.valToPos(xs[i], "x")) * 4096 + Math.round(figure.valToPos(ys[i], "y"));
        if (!seen.has(pixel)) rows.push(i);
        seen.add(pixel);
    }
    return rows;
}

/** Give the request under the pointer, or null. */
function nearest(event) {
    const figure = plots.latency, box = figure.over.getBoundingClientRect(), [xs, ...series] = figure.data;
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    let found = null, best = 15 ** 2;
    let i = lowerBound(xs, figure.posToVal(left - 15, "x"));
    for (const end = figure.posToVal(left + 15, "x"); i < xs.length && xs[i] <= end; ++i) {
        const value = series.find(one => one[i] !== null)[i];
        const far = (figure.valToPos(xs[i], "x") - left) ** 2 + (figure.valToPos(value, "y") - top) ** 2;
        if (far < best) [found, best] = [shown[i], far];
    }
    return found;
}

/** Give the place of the first value that is not smaller. */
function lowerBound(values, value) {
    let low = 0, high = values.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (values[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
}

const hint = element("hover").textContent;

function hover(request) {
    element("hover").textContent = request === null ? hint
        : `${whenIssued(request)}: ${whatIs(request)}, ${duration(latency[request])}. ${why(request)}`;
}

/** Mark the request whose timeline is shown. */
function placeRing() {
    const figure = plots.latency;
    figure.over.querySelector(".ring")?.remove();
    const at = selected === null ? null : time[selected] / 1e9;
    if (at === null || at < view.min || at > view.max) return;
    const value = Math.max(latency[selected] / 1e6, 1e-6);
    const [left, top] = [figure.valToPos(at, "x"), figure.valToPos(value, "y")];
    figure.over.append(make("div", { class: "ring", style: `left:${left}px;top:${top}px` }));
}

function drawSeries() {
    const kinds = { depth: ["requests", 1], window: ["window (kB)", 1e3] };
    for (const [kind, [label, unit]] of Object.entries(kinds)) {
        const lines = about.series.map((one, i) => ({ ...one, number: i })).filter(one => one.kind === kind);
        if (kind === "window") element("windows").hidden = !lines.length;
        if (!lines.length) continue;
        const palette = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#882255", "#999933"];
        const named = lines.map((one, i) => ({
            name: [hasRuns ? about.runs[one.run].name : "", one.name].filter(Boolean).join(", "),
            colour: kind === "depth" ? about.runs[one.run].colour : palette[i % palette.length],
        }));
        const values = lines.map(one => [
            Array.from(columns[`series.${one.number}.time`], ns => ns / 1e9),
            Array.from(columns[`series.${one.number}.value`], value => value / unit),
        ]);
        const stepped = uPlot.paths.stepped({ align: 1 });
        plot(kind, label, named.map(one => ({ stroke: one.colour, width: 1, paths: stepped, spanGaps: true, points: { show: false } })),
            values.length > 1 ? uPlot.join(values) : values[0], { range: (_, min, max) => [0, (max || 1) * 1.05] });
        if (named.length > 1 || kind === "window") element(kind).nextElementSibling.replaceChildren(...legend(named));
    }
}

/** Show a stretch of time, in seconds, in all plots. */
function zoom(from, to) {
    const length = Math.max(to - from, 1e-6);
    from = Math.min(Math.max(from, whole.min), Math.max(whole.max - length, whole.min));
    view = { min: from, max: Math.min(from + length, whole.max) };
    if (view.max <= view.min) view.max = view.min + 1e-6;
    for (const figure of Object.values(plots)) figure.setScale("x", view);
    placeRing();
    summarize();
}

/** Show more or less time around the request that is shown, if it is in view, or the middle. */
function scale(factor) {
    const at = selected === null ? null : time[selected] / 1e9;
    const centre = at !== null && at >= view.min && at <= view.max ? at : (view.min + view.max) / 2;
    zoom(centre - (centre - view.min) * factor, centre + (view.max - centre) * factor);
}

function shift(part) {
    const by = (view.max - view.min) * part;
    zoom(view.min + by, view.max + by);
}

// What is shown: the requests that pass the filters and were issued in the stretch of time.

const isInView = request => time[request] >= view.min * 1e9 - 1 && time[request] <= view.max * 1e9 + 1;
const weight = request => slow[request] ? 1 : about.runs[run[request]].weight;

function summarize() {
    const isWhole = view.min <= whole.min && view.max >= whole.max;
    const now = isWhole ? shown : shown.filter(isInView);
    const drawn = now.length, of = about.runs.reduce((sum, one) => sum + one.requests, 0);
    const stretch = isWhole ? "" : `, issued from ${view.min.toFixed(6)} to ${view.max.toFixed(6)} s`;
    const sampled = of > time.length
        ? ` The page has ${count(time.length)} of them: the slowest, and a random sample of the others, which the figures weigh.` : "";
    element("count").textContent = `${count(drawn)} of ${several(of, "request")} shown${stretch}.${sampled}`;
    const chosen = bySlowness.filter(request => isShown[request] && (isWhole || isInView(request)));
    showPercentiles(chosen);
    showMeans(chosen);
    showSlowest(chosen.subarray(0, 20));
}

/** Give figures of the requests of a run that ended well, which come from the slowest to the fastest. */
function figuresOf(requests) {
    const all = requests.reduce((sum, request) => sum + weight(request), 0);
    const total = requests.reduce((sum, request) => sum + weight(request) * latency[request], 0);
    const percentile = part => {
        // Nearest rank, from above: so many requests may be slower.
        let above = all - Math.ceil(Number((all * part).toFixed(6)));
        for (const request of requests) {
            above -= weight(request);
            if (above < -1e-6) return latency[request];
        }
        return requests.length ? latency[requests[requests.length - 1]] : null;
    };
    const some = (least, value) => all >= least ? value() : null;
    return { all, values: [some(1, () => total / all), some(1, () => percentile(0.5)), some(10, () => percentile(0.9)),
        some(100, () => percentile(0.99)), some(1000, () => percentile(0.999)), some(1, () => latency[requests[0]])] };
}

/** Show the figures of each run, those of two beside each other. */
function showPercentiles(chosen) {
    const names = ["mean", "median", "90 %", "99 %", "99.9 %", "slowest"];
    const found = about.runs.map((_, i) => figuresOf(chosen.filter(request => run[request] === i && isOk(request))));
    const ratio = ([a, b]) => a && b !== null ? `× ${digits(b / a)}` : "–";
    const row = (name, values, write) => make("tr", {}, make("th", { scope: "row" }, name),
        ...[...values.map(write), ...(hasRuns ? [ratio(values)] : [])].map(one => make("td", { class: "number" }, one)));
    const heads = about.runs.map(one => [...(hasRuns ? [swatch(one.colour)] : []), one.name]);
    if (hasRuns) heads.push(["second to first"]);
    element("percentiles").replaceChildren(
        make("thead", {}, make("tr", {}, make("td"), ...heads.map(one => make("th", { scope: "col", class: "number" }, ...one)))),
        make("tbody", {}, row("requests", found.map(one => one.all), count),
            ...names.map((name, i) => row(name, found.map(one => one.values[i]), one => one === null ? "–" : duration(one)))));
}

/** Show the mean of each stage, a bar for each run, all to one scale. */
function showMeans(chosen) {
    const means = about.runs.map((one, i) => {
        const requests = chosen.filter(request => run[request] === i && isOk(request));
        const all = requests.reduce((sum, request) => sum + weight(request), 0) || 1;
        return stages.map(stage => requests.reduce((sum, request) => sum + weight(request) * stage.time[request], 0) / all);
    });
    const totals = means.map(one => one.reduce((sum, value) => sum + value, 0));
    const longestBar = Math.max(...totals) || 1;
    const used = stages.map((stage, i) => i).filter(i => means.some(one => one[i] > 0));
    element("means").replaceChildren(
        ...means.flatMap((one, i) => [
            ...(hasRuns ? [make("div", {}, `${about.runs[i].name}: ${duration(totals[i])}`)] : []),
            make("div", { class: "stack" }, ...used.map(stage => make("div", {
                style: `background:${stageColour(stages[stage])};width:${100 * one[stage] / longestBar}%`,
                title: `${nameOf(stages[stage])}, ${duration(one[stage])}` }))),
        ]),
        make("p", { class: "legend" }, ...used.map(stage => make("span", {}, swatch(stageColour(stages[stage])),
            `${nameOf(stages[stage])} `,
            make("span", { class: "quiet" }, means.map(one => duration(one[stage])).join(" / "))))));
}

function showSlowest(requests) {
    const heads = ["latency", "issued", ...(hasRuns ? ["run"] : []), "request", "why"];
    const rows = Array.from(requests, request => make("tr", { "data-request": request, tabindex: 0, "aria-selected": request === selected,
        onclick: () => select(request, true), onkeydown: event => { if (event.key === "Enter") select(request, true); } },
        make("td", { class: "number" }, duration(latency[request])), make("td", { class: "number" }, whenIssued(request)),
        ...(hasRuns ? [make("td", {}, swatch(about.runs[run[request]].colour), about.runs[run[request]].name)] : []),
        make("td", {}, whatIs(request)), make("td", {}, why(request))));
    element("slowest").replaceChildren(
        make("thead", {}, make("tr", {}, ...heads.map((one, i) => make("th", { scope: "col", class: i < 2 ? "number" : null }, one)))),
        make("tbody", {}, ...rows));
}

// The timeline of one request.

/** Show the timeline of a request, or none for null; the plots move there if asked to. */
function select(request, isInPlots = true) {
    selected = request;
    if (request !== null && isInPlots && !isInView(request)) {
        const length = view.max - view.min;
        zoom(time[request] / 1e9 - length / 2, time[request] / 1e9 + length / 2);
    }
    if (plots.latency) placeRing();
    for (const row of document.querySelectorAll("#slowest tbody tr"))
        row.setAttribute("aria-selected", Number(row.dataset.request) === request);
    element("detail").replaceChildren(...(request === null
        ? [make("p", { class: "hint" }, "Click a request in the plot or in the list for its timeline.")] : describe(request)));
}

/** Give a number of the command that carried a request, or of its access to a disk, or null where there was none. */
const ofCommand = (name, request) => column(name)[request] ? column(name)[request] - 1 : null;

/** Give what leads to the command that carried a request in a capture of the network. */
function commandFacts(request) {
    const tag = ofCommand("task_tag", request);
    if (tag === null) return [];
    const [number, commands] = ["connection", "commands"].map(name => ofCommand(name, request));
    const ends = about.runs[run[request]].connections[number];
    const hexadecimal = `0x${tag.toString(16).padStart(8, "0")}`;
    const parts = [`iscsi.initiatortasktag == ${hexadecimal}`];
    if (ends) {
        const [, address, port] = /^\[?(.*?)\]?:(\d+)$/.exec(ends[0]);
        parts.unshift(`${address.includes(":") ? "ipv6" : "ip"}.addr == ${address}`, `tcp.port == ${port}`);
    }
    const filter = make("code", { id: "display-filter" }, parts.join(" && "));
    return [
        ["initiator", `${ofCommand("initiator", request)}, to LUN ${ofCommand("lun", request)} of target ${ofCommand("target", request)}`],
        ["command", `Initiator Task Tag ${hexadecimal}, CmdSN ${ofCommand("cmd_sn", request)}`
            + (commands > 1 ? `, the last of ${several(commands, "command")}` : "")],
        ["connection", ends ? `${number}, from ${ends[0]} to ${ends[1]}` : number],
        ["display filter", filter, " ", make("button", { type: "button", id: "copy", onclick: () => copy(filter) }, "copy")],
    ];
}

/** Put the text of an element on the clipboard, or select it where that is not allowed. */
async function copy(one) {
    try {
        await navigator.clipboard.writeText(one.textContent);
        element("copy").textContent = "copied";
    } catch {
        getSelection().selectAllChildren(one);
    }
}

function describe(request) {
    const unit = unitOf(latency[request]);
    const facts = [
        ...(hasRuns ? [["run", about.runs[run[request]].name]] : []),
        ["issued", whenIssued(request)],
        ["completed", `${((time[request] + latency[request]) / 1e9).toFixed(6)} s, ${about.statuses[status[request]]}`],
        ["device", device[request]],
        ...(operationOf(request) === "flush" ? [] : [["blocks", `from LBA ${count(column("lba")[request])}`]]),
        ...(about.phases[phase[request]] ? [["phase", about.phases[phase[request]]]] : []),
        ["under way at issue", several(column("others")[request], "other request")],
        ...["retransmissions", "timeouts"].filter(one => column(one)[request])
            .map(one => [`TCP ${one}`, `${count(column(one)[request])} meanwhile, on all connections`]),
        ...commandFacts(request),
    ];
    return [
        make("div", { class: "bar" }, make("h2", {}, `${capital(whatIs(request))} in ${duration(latency[request])}`), make("span", {},
            make("button", { type: "button", id: "previous", title: "Previous (left arrow)", onclick: () => step(-1) }, "←"), " ",
            make("button", { type: "button", id: "next", title: "Next (right arrow)", onclick: () => step(1) }, "→"), " ",
            make("button", { type: "button", id: "slower", title: "Slower (up arrow)", onclick: () => stepSlowness(-1) }, "↑"), " ",
            make("button", { type: "button", id: "faster", title: "Faster (down arrow)", onclick: () => stepSlowness(1) }, "↓"))),
        make("p", { id: "why" }, why(request)),
        timeline(request, unit),
        ...platter(request),
        make("dl", {}, ...facts.flatMap(([name, ...values]) => [make("dt", {}, name),
            make("dd", {}, ...values.map(one => one instanceof Element ? one : String(one)))])),
    ];
}

/** Draw the stages that took time, one below the other, to scale. */
function timeline(request, unit) {
    const all = latency[request] || 1;
    const ends = ["0", duration(latency[request], unit)].map(one => make("span", {}, one));
    const grid = make("div", { class: "timeline" }, make("span", { class: "scale" }, ...ends));
    let begin = 0;
    for (const stage of stages) {
        const length = stage.time[request];
        if (length) {
            const title = `from ${duration(begin, unit)} to ${duration(begin + length, unit)}`;
            grid.append(make("span", { class: "stage", title }, nameOf(stage)),
                make("span", { class: "number", title, "data-ns": length }, `${duration(length, unit)} `,
                    make("span", { class: "quiet" }, share(length, all))),
                make("span", { class: "track", title },
                    make("i", { style: `left:${100 * begin / all}%;width:${100 * length / all}%;background:${stageColour(stage)}` })));
        }
        begin += length;
    }
    return grid;
}

/** Draw where the heads of a disk went for a request: a platter from above, and which head it was. */
function platter(request) {
    const disk = about.runs[run[request]].disk;
    const [from, fromHead, to, head] = ["from_cylinder", "from_head", "cylinder", "head"].map(one => ofCommand(one, request));
    if (to === null) return [];
    const [seek, rotation, transfer] = ["seek_done", "rotation_done", "media_done"].map(key => {
        const stage = stages.find(one => one.key === key);
        return { time: stage.time[request], turns: stage.time[request] / 1e9 / disk.revolution_s, colour: stageColour(stage) };
    });
    const radius = cylinder => 95 - 60 * cylinder / Math.max(disk.cylinders - 1, 1);
    const at = (distance, turns) => [100 + distance * Math.cos(2 * Math.PI * turns), 100 + distance * Math.sin(2 * Math.PI * turns)]
        .map(one => one.toFixed(2)).join(" ");
    // What passes the head next lies clockwise of it: the platter turns the other way.
    const arc = (distance, begin, turns, colour, width) => `<path fill="none" stroke="${colour}" stroke-width="${width}" d="M ${at(distance, begin)}`
        + [turns / 2, turns].map(part => ` A ${distance} ${distance} 0 0 1 ${at(distance, begin + part)}`).join("") + `"/>`;
    const circle = (distance, more) => `<circle cx="100" cy="100" r="${distance}" ${more}/>`;
    const track = radius(to);
    const gap = Math.min(12, 150 / disk.heads);
    const headAt = number => 100 + gap * (number - (disk.heads - 1) / 2);
    const parts = [
        circle(97, `class="medium"`), circle(33, `class="hub"`), circle(4, `class="medium"`),
        circle(radius(from), `class="track" stroke-dasharray="3 3"`), circle(track, `class="track"`),
        `<path class="turning" d="M ${at(104, 0.72)} A 104 104 0 0 0 ${at(104, 0.65)} l 7.5 -1.5 m -7.5 1.5 l 2.5 -7"/>`,
        arc(track, rotation.turns, Math.min(Math.max(transfer.turns, 0.006), 0.9999), transfer.colour, 7),
        arc(track, 0, Math.min(rotation.turns, 0.9999), rotation.colour, 3),
        `<path class="arm" d="M ${100 + track} 100 H 222"/>`,
        `<path stroke="${seek.colour}" stroke-width="5" d="M ${100 + radius(from)} 100 H ${100 + track}"/>`,
        `<circle class="arm" cx="${100 + track}" cy="100" r="3.5"/>`,
        ...Array.from({ length: disk.heads }, (_, i) =>
            `<path class="${i === head ? "arm" : "track"}" d="M 222 ${headAt(i)} h 22"/>`),
        `<path class="arm" d="M 222 ${headAt(0)} V ${headAt(disk.heads - 1)} M 222 100 V 100"/>`,
        `<text x="248" y="${headAt(head) + 4}">${head}</text>`,
    ];
    const way = `${several(Math.abs(to - from), "cylinder")} ${to > from ? "inwards" : "outwards"}, from ${count(from)} to ${count(to)}`;
    const move = to !== from ? `The arm moved ${way}, in ${duration(seek.time)}.`
        : head !== fromHead ? `The arm stayed on cylinder ${count(to)}; the change from head ${fromHead} to ${head} took ${duration(seek.time)}.`
            : `The arm stayed on cylinder ${count(to)}, head ${head}.`;
    const turned = `The first sector came to head ${head} after ${digits(rotation.turns)} revolutions, in ${duration(rotation.time)}; `
        + `the last one had passed ${digits(transfer.turns)} later, in ${duration(transfer.time)}.`;
    const drawing = make("div", { role: "img", "aria-label": `${move} ${turned}` });
    drawing.innerHTML = `<svg viewBox="-12 -12 276 224">${parts.join("")}</svg>`;
    const names = [["seek", seek], ["rotation", rotation], ["transfer", transfer]];
    return [make("figure", { id: "platter" }, drawing, make("figcaption", {},
        make("p", { class: "legend" }, ...legend(names.map(([name, one]) => ({ name, colour: one.colour })))),
        make("p", {}, move), make("p", {}, turned),
        make("p", { class: "quiet" }, `${disk.model} as the arm arrives: cylinders 0, outermost, to ${count(disk.cylinders - 1)}; `
            + `heads 0 to ${disk.heads - 1}; a revolution in ${duration(disk.revolution_s * 1e9)}. Angles are to scale.`)))];
}

/** Go to the next request in the order of issue, or to the one before. */
function step(by) {
    if (!shown.length) return;
    const place = selected === null ? (by > 0 ? -1 : shown.length) : lowerBound(shown, selected);
    select(shown[Math.min(Math.max(place + by, 0), shown.length - 1)]);
}

/** Go to the next faster request, or to the next slower one. */
function stepSlowness(by) {
    const order = bySlowness.filter(request => isShown[request]);
    if (!order.length) return;
    const place = selected === null ? -1 : order.indexOf(selected);
    select(order[Math.min(Math.max(place + by, 0), order.length - 1)]);
}

const KEYS = {
    ArrowLeft: event => event.shiftKey ? shift(-0.5) : step(-1),
    ArrowRight: event => event.shiftKey ? shift(0.5) : step(1),
    ArrowUp: () => stepSlowness(-1),
    ArrowDown: () => stepSlowness(1),
    Escape: () => select(null),
    "+": () => scale(0.5),
    "-": () => scale(2),
    0: () => zoom(whole.min, whole.max),
};
document.addEventListener("keydown", event => {
    const does = KEYS[event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
    event.preventDefault();
    does(event);
});

const onClick = { in: () => scale(0.5), out: () => scale(2), earlier: () => shift(-0.5), later: () => shift(0.5),
    all: () => zoom(whole.min, whole.max) };
for (const [id, does] of Object.entries(onClick)) element(id).addEventListener("click", does);

element("colour").append(...[...(hasRuns ? ["run"] : []), "operation", "longest stage"].map(one => make("option", {}, one)));
for (const id of ["colour", "log"]) element(id).addEventListener("change", drawRequests);
isDark.addEventListener("change", () => { drawRequests(); drawSeries(); select(selected); });
let width = innerWidth;
addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    for (const [id, figure] of Object.entries(plots)) figure.setSize({ width: element(id).clientWidth, height: figure.height });
});

filterRequests();
drawSeries();
select(bySlowness[0]);
document.body.dataset.ready = "";
})();
