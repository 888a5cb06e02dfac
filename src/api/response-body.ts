import type {IncomingMessage} from 'node:http';
import type {Answered} from './transport.ts';

export type Receiver = {
	/** Called for each chunk. */
	readonly onProgress: () => void;
	/** Called exactly once. */
	readonly onEnd: (answer: Answered) => void;
};

/** Collects a response body, up to `maxBytes`. `giveUp` ends it with what has arrived so far, and closes the connection. */
export function receive(response: IncomingMessage, maxBytes: number, {onProgress, onEnd}: Receiver) {
	const chunks: Buffer[] = [];
	let size = 0;
	let hasEnded = false;

	const end = (isComplete: boolean, flaw?: Answered['flaw']) => {
		if (hasEnded) return;
		hasEnded = true;
		const text = flaw ? '' : decode(chunks, isComplete);
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

	// Every error is followed by `close`.
	response.on('error', () => {});
	response.on('end', () => end(response.complete));
	response.on('close', () => end(false));
	response.on('data', (chunk: Buffer) => {
		size += chunk.length;
		if (size > maxBytes) return giveUp('too-large');
		chunks.push(chunk);
		onProgress();
	});

	// Compression was not requested, so nothing is decompressed: a small body could expand to gigabytes.
	const encoding = response.headers['content-encoding'];
	if (encoding !== undefined && encoding.toLowerCase() !== 'identity') giveUp('encoded');

	return {giveUp};
}

/** Returns undefined if it is not UTF-8. An incomplete body may end in the middle of a character; it is never used as data. */
function decode(chunks: readonly Buffer[], isComplete: boolean): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: isComplete}).decode(Buffer.concat(chunks));
	} catch {
		return undefined;
	}
}

const flat = (headers: IncomingMessage['headers']): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]));
