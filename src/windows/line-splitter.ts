/** No message is longer, so a longer line does not come from a window of landfall. */
const maxLineLength = 32 * 1024 * 1024;

/** Returns a function that takes chunks of text and returns the lines they complete, or undefined once a line is too long. */
export function createLineSplitter(maxLength = maxLineLength): (chunk: string) => readonly string[] | undefined {
	let pieces: string[] = [];
	let length = 0;

	return chunk => {
		const lines = chunk.split('\n');
		const last = lines.pop() ?? '';
		const [first] = lines;
		if (first !== undefined) {
			lines[0] = pieces.join('') + first;
			[pieces, length] = [[], 0];
		}

		pieces.push(last);
		length += last.length;
		return length > maxLength || lines.some(line => line.length > maxLength) ? undefined : lines;
	};
}
