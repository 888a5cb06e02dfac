/*
The faults that landfall promises to handle, and how. A test that proves one is tagged with its number: `fault-12`. `npm run faults` generates test/FAULTS.md from this list and the test run.
*/

/** Faults of the network and the service. */
const requests = [
	'a connection is refused or breaks before a response: the read is retried, three attempts at most, then one line says so',
	'the response to a write is lost: the write is never sent again by itself, and landfall finds out whether it took effect',
	'a write could not be sent at all: it is retried, and the service gets it once',
	'a kept-alive connection is dead: the read is retried at once, and the user notices nothing',
	'a write never uses a kept-alive connection',
	'no response begins: the request times out after 15 seconds',
	'a response stalls: it is given up after ten seconds of silence',
	'a response trickles for ever or arrives in tiny pieces: the whole response has 30 seconds',
	'a response is truncated: it is never taken for data, and the read is retried',
	'truncated JSON without a content length: the same',
	'429 with Retry-After: no request for that long, and up to a tenth longer',
	'a Retry-After that makes no sense: never a storm of requests, never a pause of more than 15 minutes',
	'500, 502, 503 or 504 for a long time: backoff grows with the outage, up to about one request a minute',
	'a rejected request (4xx): sent once',
	'408: a read is retried, a write is not',
	'a redirect: not followed, and the key is not sent there',
	'204, 304 or an empty body where data is expected',
	'a web page instead of data: its title is shown, never its markup',
	'an endless response: read up to a limit',
	'a compressed response that was not requested: not decompressed',
	'a response that is not HTTP, or broken HTTP of any kind',
	'a certificate that is untrusted, expired or for another host; outdated TLS: nothing is sent',
	'https to an http server, and the reverse: the error asks about the address',
	'an environment that turns off certificate checks: landfall refuses to start',
	'a proxy that refuses: named, and it never sees the key',
	'a name that does not resolve for a while: reads resume soon after it does',
] as const;

/** Faults in the data of a response. */
const data = [
	'fields that are missing, null, of another type or deeply nested: a dash, never an error',
	'records without a usable id: left out and counted',
	'a list response without its list: the earlier rows stay',
	'names such as __proto__, numbers beyond the safe range: harmless',
	'a status that is unknown, empty, endless or hostile: shown in a neutral tone',
	'dates that are invalid, far away or in the wrong order: no NaN, no negative age',
	'a response about another record than the requested one: ignored',
	'a next cursor that was just used: the list ends and says why',
	'cursors that form a cycle: the same',
	'empty pages with a next cursor: skipped, five in a row at most',
	'pages that overlap or shift: each project appears once, and none is lost',
	'a cursor that is rejected later: the list is reread while the rows stay on the screen',
	'a limit that is ignored: no harm',
	'fast scrolling: each page is requested once, and one page at a time',
	'responses that arrive out of order: the screen never goes back in time',
	'a screen that is left while it loads: its reads are cancelled, and nothing is left behind',
] as const;

/** Uncertain and concurrent writes. */
const writes = [
	'a project was added but the response was lost: found in the list, added once',
	'a project was not added and the response was lost: landfall offers to send it again, and never does so by itself',
	'two projects could be the added one: both are shown',
	'killed after a write was sent: the next start finds out whether it took effect',
	'a deployment whose response was lost while others deploy: landfall says that it cannot tell',
	'a key held down on a question: one request',
	'a teammate changed the same field: both values are shown, and nothing is overwritten silently',
	'the project is already deleted: the deletion succeeds',
] as const;

/** Long sessions and time. */
const time = [
	'a week with a fault in every hundredth request: the data stays fresh, requests stay within the budget, nothing grows',
	'the program itself for a day: heap, timers and open files stay flat',
	'a night of sleep: the data is reread at once, without a burst, over new connections',
	'a changed system clock: no storm of requests, no standstill',
	'a terminal that reads no output for a while: the latest screen afterwards',
	'a service with a different clock: ages are right, and landfall says so once',
	'a key that is revoked during a session: tried once a minute and on request, the rows stay, and the screen says what to do',
	'a deployment that returns 404: kept after the first time, gone after the second',
	'no file descriptor left: reported, and over when there is one again',
] as const;

/** Terminal output, and restoring the terminal. */
const terminal = [
	'escape sequences in any field: no effect',
	'wide, joined, invisible or right-to-left characters: columns stay aligned',
	'the same in errors, headers and request ids',
	'addresses that are not web addresses: neither opened nor linked',
	'every way to exit, bugs included: the terminal is restored',
	'stopped and continued, by a key or a signal: screen and keys are back',
	'two hundred sizes in two seconds, zero among them: the last frame is right',
	'a closed output: a quiet exit',
	'a megabyte pasted: filtered, and fast',
	'no terminal, or one without colours: one sentence, or plain screens',
] as const;

/** Keys, files and the package. */
const secrets = [
	'the key is in no output, file, argument, report or frame',
	'a malformed key is rejected without repeating any part of it',
	'a key that was saved for one address is not sent to another',
	'addresses that would reveal the key are rejected',
	'ids that would redirect a request to another path are not sent',
	'settings that are broken, huge or strange: landfall starts, and they are kept',
	'several instances save at the same time: nothing is lost',
	'a full disk, a kill while saving: the file is either the old or the new one',
	'settings and keys of another user or readable by others, and keys behind a link: rejected or repaired',
	'a Node.js version that is too old: one line',
	'the package: one, without scripts, small and reproducible',
	'the built-in service accepts local connections only',
	'small changes to the code are noticed by a test',
] as const;

/** Faults found in use after the first release. */
const found = [
	'a project without a visible name: it is called by its slug or id, and deleting it takes typing that, never a bare enter',
	'an id, a status or a profile that is also the name of an object property: like any other',
	'404 or 410 for the deployments of a project that is still listed: said in their place, and the project stays',
	'letters typed on a screen that does not expect them: each unbound key says so, and none answers a question that was not on the screen for half a second',
	'a key rejected for a few seconds: probed once a minute and on request, and reading resumes without any further question',
	'deployments with equal or unordered dates: no order is inferred, nothing is called new or no longer listed without evidence',
	'no readable record in a list: counted, with the reason, instead of an empty list; numeric ids are used digit for digit',
	'a short outage: no pause is longer than the outage so far (2 s at least, 60 s at most), and backoff restarts after a success',
	'more changes on the board than it has lines: its top stays on the screen until a row is selected, running and failed first',
	'a screen without deployments: watched deployments and those on the board are read as often as elsewhere',
	'a filter with a typo, an unknown condition or a bad unit: reported while typing, never silently without matches',
	'several unknown statuses: the one of the selected row is classified',
	'429 without a usable Retry-After: one growing pause shared by all reads; a Retry-After beyond our limit is shown as sent',
	'a screen full of rows whose deployments are unread: at most six requests in flight and eight a second, the selected row first',
	'a placeholder without colour, or beginning with an emoji: it does not look typed, the caret splits no character, and a question comes in one frame with its hints',
	'a connection reset in the middle of a response, a short key: no misleading advice, no unfounded rejection',
	"a config.json that is the user's symbolic link: read and written through",
	'a program planted in the current directory under the name of one that landfall starts: never run, on Windows neither',
	'a terminal left open for days: resident memory stops growing, and exiting waits for nothing',
	'a write answered with 307 or 308: it was not carried out, nothing is unconfirmed, and nothing is sent elsewhere',
	'a service that lists deployments in random order or a random part of them: rows keep their place, and those left out stay with `as of`',
	'a field that both sides changed: what the user typed is chosen in advance, and the question says what is sent before it is',
	'an outage while the screen is open: rows are dim and say how old they are, nothing is called live, and a question about a change says that the service does not answer',
	'requests of which some take longer on the way than others: no minute at the service holds more than the budget, and no second more than nine in the background',
	'a service that becomes unreadable, in whatever way: at most six attempts in the first ten seconds',
	'a 429 that arrives while other requests wait to be sent: none of them leaves before the pause is over',
	'a list of which no record can be used: it counts as a failed read, backs off and is not called live',
	'a command that needs hundreds of reads: announced at once, and never more than the budget in any minute',
	'a signal in the middle of a long list: what was read is printed, marked as incomplete, and the exit code is that of the signal',
	'an outage about as long as `--give-up-after`: never given up earlier, and at most one attempt later',
	'a long list whose rows keep moving: its pages are read as every other read, and what is in progress stays fresh',
	'projects that are no longer listed: not read any more, unless something is in progress there',
	'a project that is deleted while landfall is closed and its deployment in progress: the deployment leaves the board',
	'several windows on one service, of which one is killed: together they keep to one budget, and the killed one counts for 15 seconds',
] as const;

/** All faults. The number of a fault is its index plus 1. */
export const faultTable: readonly string[] = [
	...requests,
	...data,
	...writes,
	...time,
	...terminal,
	...secrets,
	...found,
];

/** What proves a fault that takes too long for every test run, by fault number. */
export const shownElsewhere: Readonly<Record<number, string>> = {
	51: '`npm run soak`: 200 seeds, a week each',
	52: '`npm run soak`: the built program for 48 simulated hours',
	82: '`npm run mutate`: breaks below 85 %',
	101: '`npm run soak`: no more than 2 MB in the second day',
};
