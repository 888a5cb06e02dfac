const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<time>\d\d:\d\d:\d\d)`;

/** The three formats of an HTTP-date: IMF-fixdate, RFC 850 and asctime. */
const formats = [
	new RegExp(String.raw`^[A-Z][a-z]{2}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{5,8}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{2} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/** Parses an HTTP-date. Returns milliseconds since the epoch by the sender's clock, or undefined for any other format. */
export function parseHttpDate(text: string): number | undefined {
	// Fast path: every response has a date, nearly always in the format of `toUTCString`.
	const parsed = Date.parse(text);
	if (!Number.isNaN(parsed) && new Date(parsed).toUTCString() === text) return parsed;

	for (const form of formats) {
		const parts = form.exec(text)?.groups;
		if (!parts) continue;
		const {day = '', month = '', year = '', time = ''} = parts;
		const isoDate = `${fullYear(year)}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.replace(' ', '0')}`;
		const at = Date.parse(`${isoDate}T${time}Z`);
		// Date.parse accepts 31 February as a day in March.
		return !Number.isNaN(at) && new Date(at).toISOString().startsWith(isoDate) ? at : undefined;
	}

	return undefined;
}

/** As in POSIX, two-digit years up to 69 mean this century. */
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);
