import type {IncomingMessage} from 'node:http';
import type {SafeText} from '../../text.ts';
import type {WireAnswer} from './transport.ts';

type Answered = Extract<WireAnswer, {outcome: 'answered'}>;

export type Receiver = {
	/** Something more has come. */
	readonly onProgress: () => void;
	/** Called once, with all there is. */
	readonly onEnd: (answer: Answered) => void;
};

/** Collects the body of an answer, at most `maxBytes` of it. `giveUp` ends it with what has come, and drops the connection. */
export function receive(response: IncomingMessage, maxBytes: number, {onProgress, onEnd}: Receiver) {
	const pieces: Buffer[] = [];
	let size = 0;
	let isOver = false;

	const end = (isComplete: boolean, flaw?: Answered['flaw']) => {
		if (isOver) return;
		isOver = true;
		const text = flaw ? '' : decode(pieces, isComplete);
		const found = flaw ?? (text === undefined ? 'not-utf8' : undefined);
		onEnd({
			outcome: 'answered',
			status: response.statusCode ?? 0,
			headers: flat(response.headers),
			body: text ?? '',
			isComplete,
			...(found && {flaw: found}),
		});
	};

	const giveUp = (flaw?: Answered['flaw']) => {
		end(false, flaw);
		response.destroy();
	};

	// An error is followed by `close`, which tells the same.
	response.on('error', () => {});
	response.on('end', () => end(response.complete));
	response.on('close', () => end(false));
	response.on('data', (piece: Buffer) => {
		size += piece.length;
		if (size > maxBytes) return giveUp('too-large');
		pieces.push(piece);
		onProgress();
	});

	// Nothing was asked to be packed, so nothing is unpacked: a small packed body can hold gigabytes.
	const encoding = response.headers['content-encoding'];
	if (encoding !== undefined && encoding.toLowerCase() !== 'identity') giveUp('encoded');

	return {giveUp};
}

/** Undefined if it is not UTF-8. Of an incomplete body the last character may be half, and nobody reads it as data. */
function decode(pieces: readonly Buffer[], isComplete: boolean): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: isComplete}).decode(Buffer.concat(pieces));
	} catch {
		return undefined;
	}
}

const flat = (headers: IncomingMessage['headers']): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]));
/** A success: its JSON as `parseJson` gives it, the text of that, and what an error about it would quote. */
export type Received = {
	readonly json: unknown;
	readonly text: string;
	readonly status: number;
	readonly requestId: SafeText | undefined;
};
