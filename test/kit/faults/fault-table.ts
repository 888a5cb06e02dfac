/*
Every fault that landfall promises to bear, and how. A test that shows one is tagged with its number: `fault-12`. test/FAULTS.md is made from this list and the tests that ran.
*/

/** What the network and the service do. */
const calls = [
	'a connection is refused or breaks before an answer: the read is made again, three times at most, then one line says so',
	'an answer to a write is lost after it was sent: it is never sent again; landfall finds out what became of it',
	'a write could not be sent at all: it is tried again, and the service gets it once',
	'a kept connection turns out to be dead: the read is made again at once, and nobody notices',
	'writes never go over a kept connection',
	'no answer begins: it is waited for 15 seconds',
	'an answer stops midway: it is given up after ten seconds of silence',
	'an answer trickles for ever, or comes in tiny pieces: all of it has 30 seconds',
	'an answer is cut off: it is never taken for data, and asked for again',
	'half of a JSON text without a length: the same',
	'429 with Retry-After: left alone for as long, and a tenth longer at most',
	'a Retry-After that makes no sense: never a storm, never more than a quarter of an hour',
	'500, 502, 503, 504 for long: pauses that grow with the outage, up to about one call a minute',
	'a refusal (4xx): asked once',
	'408: a read is made again, a write is not',
	'a redirect: not followed, and the key goes nowhere',
	'204, 304, or nothing where data is due',
	'a web page in the place of data: its title, never its markup',
	'an answer without end: read up to a limit',
	'a packed answer that nobody asked for: not unpacked',
	'what is no HTTP, or HTTP that is broken in any way',
	'a certificate that is not trusted, expired, for another host; TLS that is too old: nothing is sent',
	'https where http is spoken, and the other way round: asked about',
	'an environment that switches certificates off: refused at the start',
	'a proxy that refuses: named, and it never sees the key',
	'a name that cannot be looked up for a while: read again soon after it can',
] as const;

/** What stands in an answer. */
const data = [
	'fields that are missing, null, of another type, or nested without end: a dash, never a failure',
	'records without a usable id: left out and counted',
	'an envelope without its list: what was read before stays',
	'names such as __proto__, numbers that no number holds: harmless',
	'a word of status that nobody knows, empty, endless or hostile: shown, neutral',
	'dates that are none, or far away, or in the wrong order: no NaN, no negative age',
	'an answer about something else than was asked for: left aside',
	'a next cursor that was just used: the list ends and says why',
	'cursors that go in a circle: the same',
	'empty pages that go on: read past, five in a row at most',
	'pages that overlap or shift: each project once, nothing lost',
	'a cursor that is refused later: read anew behind what is shown',
	'a limit that is ignored: no harm',
	'scrolling fast: a page is asked for once, and one at a time',
	'answers in another order than asked: the screen never goes back in time',
	'a screen that is left while it loads: its reads are given up, and nothing is left behind',
] as const;

/** What becomes of writes. */
const writes = [
	'a project was added and the answer lost: found in the list, added once',
	'a project was not added and the answer lost: offered, never sent by itself',
	'two projects could be the one that was added: both are shown',
	'killed after a write was sent: the next start finds out',
	'a deployment whose answer was lost while others deploy: cannot tell, and says so',
	'a key held down on a question: one request',
	'somebody else has changed the same: both are shown, nothing is written over in silence',
	'a deletion that was carried out already: done',
] as const;

/** Time, and what is left open for long. */
const time = [
	'a week with a fault in every hundredth call: fresh, within its budget, nothing grows',
	'the program itself for a day: heap, timers and open files stay flat',
	'a night of sleep: read anew at once, without a burst, over new connections',
	'a clock that is set: no storm, no standstill',
	'a terminal that takes nothing for a while: the newest screen after it',
	'a service with another time: ages are right, and it is told once',
	'a key that is refused while it is used: tried once a minute and on request, rows stay, and the screen says what to do',
	'a deployment that is not found: once is nothing, twice it is gone',
	'no room for one more open file: said, and over when there is room',
] as const;

/** What is written on the terminal, and how it is left. */
const terminal = [
	'escape sequences in any field: nothing happens',
	'letters that are wide, joined, invisible or turned round: columns hold',
	'the same in errors, headers and ids of requests',
	'addresses that are none of the web: neither opened nor linked',
	'every way to end, bugs included: the terminal is as it was found',
	'stopped and brought back, by a key or from outside: screen and keys are there again',
	'two hundred sizes in two seconds, none among them: the last frame is right',
	'nobody reads any more: a quiet end',
	'a megabyte pasted: filtered and quick',
	'no terminal, or one without colours: a sentence, or plain screens',
] as const;

/** Keys, files and the package. */
const secrets = [
	'the key is in no output, file, argument, report or frame',
	'a key that cannot be one is refused without any of it being repeated',
	'a key that was kept for one address is not sent to another',
	'addresses that would give the key away are refused',
	'ids that would aim a call at something else are not sent',
	'settings that are broken, huge or strange: it starts, and they are kept',
	'several landfalls save at once: nothing is lost',
	'a full disk, a kill while saving: the old file or the new one',
	'settings and keys of somebody else, or open to others, and keys that are links: refused or mended',
	'a Node that is too old: one line',
	'the package: one, without scripts, small, the same each time',
	'the built-in service is for this computer alone',
	'small changes to the code are noticed by a test',
] as const;

/** What services and people did that nobody had thought of before the first release was used. */
const found = [
	'a project without a visible name: it is called by its slug or id, and deleting it takes typing that, never a bare enter',
	'an id, a word or a profile that is also the name of an object property: like any other',
	'404 or 410 for the deployments of a project that is still listed: said in their place, and the project stays',
	'letters typed at a screen that does not expect them: each unbound key says so, and none answers a question that was not on the screen for half a second',
	'a key refused for a few seconds: probed once a minute and on request, and reading resumes without asking for anything again',
	'deployments with equal or unordered dates: no order is inferred, nothing is called new or no longer listed without evidence',
	'records of which none can be read: counted, with the reason, instead of an empty list; numeric ids are used digit for digit',
	'a short outage: no pause is longer than the outage so far (2 s at least, 60 s at most), and the backoff starts anew after a success',
	'more changes on the board than it has lines: its top stays on the screen until a row is selected, running and failed first',
	'a screen that shows no deployments: what is watched and on the board is read as often as elsewhere',
	'a filter with a typo, an unknown condition or a bad unit: reported while typing, never silently without matches',
	'several unknown status words: the one of the selected row is classified',
	'429 without a usable Retry-After: one growing pause shared by all reads; a Retry-After beyond our limit is shown as sent',
	'a screen full of rows whose deployments are unread: at most six requests in flight and eight a second, the selected row first',
	'a placeholder without colour, or beginning with an emoji: it does not look typed, the caret splits no character, and a question comes in one frame with its hints',
	'a connection reset in the middle of an answer, a short key: no misleading advice, no unfounded refusal',
	'a config.json that is a symbolic link of the user: read and written through',
	'a program planted in the current directory under the name of one that landfall starts: never run, on Windows neither',
	'a terminal left open for days: resident memory stops growing, and leaving waits for nothing',
] as const;

/** In the order of their numbers, from 1. */
export const faultTable: readonly string[] = [...calls, ...data, ...writes, ...time, ...terminal, ...secrets, ...found];

/** What takes too long for each run of the tests, by the number of its fault. */
export const shownElsewhere: Readonly<Record<number, string>> = {
	51: '`npm run soak`: 200 seeds, a week each',
	52: '`npm run soak`: the built program for 48 simulated hours',
	82: '`npm run mutate`: breaks below 85 %',
	101: '`npm run soak`: no more than 2 MB in the second day',
};
