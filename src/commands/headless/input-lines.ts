import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';

/** Returns the lines of standard input. */
export const linesOf = (input: AsyncIterable<string | Uint8Array>): AsyncIterable<string> =>
	createInterface({input: Readable.from(input), crlfDelay: Number.POSITIVE_INFINITY});

/** Returns the projects that an argument means: itself, or for `-` each line of standard input that is not blank. */
export async function* eachProjectName(
	argument: string,
	input: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string> {
	if (argument !== '-') {
		yield argument;
		return;
	}

	for await (const line of linesOf(input)) {
		const name = line.trim();
		if (name !== '') yield name;
	}
}
