const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<time>\d\d:\d\d:\d\d)`;

/** The three forms that HTTP knows: of today, of RFC 850, of C's asctime. */
const forms = [
	new RegExp(String.raw`^[A-Z][a-z]{2}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{5,8}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{2} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/** Reads the date of a header into milliseconds since the epoch. Undefined unless it is exactly a date of HTTP. */
export function parseHttpDate(text: string): number | undefined {
	// Every answer carries one, nearly always in the form that JavaScript writes too.
	const usual = Date.parse(text);
	if (!Number.isNaN(usual) && new Date(usual).toUTCString() === text) return usual;

	for (const form of forms) {
		const parts = form.exec(text)?.groups;
		if (!parts) continue;
		const {day = '', month = '', year = '', time = ''} = parts;
		const written = `${fullYear(year)}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.replace(' ', '0')}`;
		const at = Date.parse(`${written}T${time}Z`);
		// Date.parse takes 31 February for a day in March.
		return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written) ? at : undefined;
	}

	return undefined;
}

/** Two digits mean this century up to 69, as everywhere in Unix. */
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);
