/** The version of the messages. Windows with different versions do not share. */
export const protocolVersion = 1;

/** The first message of both sides. This one must stay readable for all versions. The follower's also proves that it knows the key. */
type Greeting = {
	readonly kind: 'landfall';
	readonly version: number;
	readonly challenge: string;
	readonly proof?: string;
};

/** What windows send each other. */
export type Frame =
	| Greeting
	/** The reader accepts a follower, and proves that it knows the key too. */
	| {readonly kind: 'welcome'; readonly proof: string}
	/** A sign of life. The reader's tells a follower when its turn to replace the reader is: 0 for the first. */
	| {readonly kind: 'beat'; readonly turn?: number}
	/** For the reader. */
	| {readonly kind: 'tell'; readonly body: unknown}
	/** For all other windows. */
	| {readonly kind: 'share'; readonly body: unknown};

export const frameLine = (frame: Frame): string => JSON.stringify(frame);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the frame of a line, or undefined if it is none. */
export function parseFrame(line: string): Frame | undefined {
	try {
		const frame = JSON.parse(line);
		switch (frame?.kind) {
			case 'landfall':
				return Number.isInteger(frame.version) ? frame : undefined;
			case 'welcome':
				return isText(frame.proof) ? frame : undefined;
			case 'beat':
			case 'tell':
			case 'share':
				return frame;
			default:
				return undefined;
		}
	} catch {
		return undefined;
	}
}
