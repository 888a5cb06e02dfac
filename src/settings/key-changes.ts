/** One line of `keys.json`: the keys that a command is to have. No keys: it loses its keys. */
type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

/** What is wrong in a line of `keys.json`, as a sentence without a full stop. */
type KeyProblem = {readonly line: number; readonly reason: string};

export type KeyChanges = {readonly changes: readonly KeyChange[]; readonly problems: readonly KeyProblem[]};

type Token = {readonly text: string; readonly line: number};

/** Thrown for a text that is not JSON. */
class SyntaxFault extends Error {
	readonly line: number;

	constructor(line: number, reason: string) {
		super(reason);
		this.line = line;
	}
}

function tokenize(text: string): readonly Token[] {
	let line = 1;
	const tokens: Token[] = [];
	for (const [token] of text.matchAll(/\n|"(?:[^"\\\n]|\\[^\n])*"|[{}[\],:]|[^\s{}[\],:"]+|"/g)) {
		if (token === '\n') line++;
		else tokens.push({text: token, line});
	}

	return [...tokens, {text: '', line}];
}

/** Parses JSON, whose parts know their lines. JSON.parse does not say in which line an error is. */
function createParser(tokens: readonly Token[]) {
	let at = 0;
	const peek = (): Token => tokens[at] ?? {text: '', line: 1};
	const next = (): Token => {
		const token = peek();
		at++;
		return token;
	};
	const expect = (text: string) => {
		const token = next();
		if (token.text !== text) throw new SyntaxFault(token.line, `${text} is missing`);
	};

	function literal(): unknown {
		const {text, line} = next();
		try {
			return JSON.parse(text);
		} catch {
			throw new SyntaxFault(line, text.startsWith('"') ? 'a text is not closed' : 'a value is missing');
		}
	}

	/** Parses the items up to `end`, separated by commas. */
	function items<Item>(end: string, item: () => Item): readonly Item[] {
		const found: Item[] = [];
		next();
		while (peek().text !== end) {
			if (found.length > 0) expect(',');
			found.push(item());
		}

		next();
		return found;
	}

	const member = () => {
		const {line} = peek();
		const name = literal();
		if (typeof name !== 'string') throw new SyntaxFault(line, 'a name is missing');
		expect(':');
		return {name, value: value(), line};
	};

	function value(): unknown {
		const {text} = peek();
		if (text === '[') return items(']', value);
		return text === '{' ? new Map(items('}', member).map(({name, value: held}) => [name, held])) : literal();
	}

	return {
		members() {
			if (peek().text !== '{') throw new SyntaxFault(peek().line, '{ is missing');
			const found = items('}', member);
			if (peek().text !== '') throw new SyntaxFault(peek().line, 'there is something behind the last }');
			return found;
		},
	};
}

const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(item => typeof item === 'string');

/** Parses `keys.json`: an object of command ids, each with a key, a list of keys, or null. Nothing is changed if it is not JSON. */
export function parseKeyChanges(text: string): KeyChanges {
	const changes = new Map<string, KeyChange>();
	const problems: KeyProblem[] = [];
	try {
		for (const {name: id, value, line} of createParser(tokenize(text.replace(/^\uFEFF/, ''))).members()) {
			const keys = value === null ? [] : typeof value === 'string' ? [value] : value;
			const earlier = changes.get(id);
			if (earlier) problems.push({line: earlier.line, reason: `${id} is also in line ${line}, which counts`});
			if (isTexts(keys)) changes.set(id, {id, keys, line});
			else problems.push({line, reason: `${id} needs a key, a list of keys, or null`});
		}
	} catch (error) {
		if (!(error instanceof SyntaxFault)) throw error;
		return {changes: [], problems: [{line: error.line, reason: `${error.message}, so no key was changed`}]};
	}

	return {changes: [...changes.values()], problems};
}
