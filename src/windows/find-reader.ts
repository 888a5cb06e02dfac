import type {Claim, Link, MeetingPlace} from './meeting-place.ts';
import type {ReaderSide} from './reader-side.ts';

type Options = {
	/** Whether to take over from the current reader. */
	readonly replaces: boolean;
	/** Whether this window may become the reader. */
	readonly mayRead: () => boolean;
	/** Whether the search still matters. */
	readonly isCurrent: () => boolean;
	/** Creates what accepts the followers of this window if it becomes the reader. */
	readonly createSide: () => ReaderSide;
};

type Found =
	| {readonly link: Link}
	| {readonly claim: Claim; readonly side: ReaderSide}
	/** Another window has just become the reader. */
	| 'taken'
	/** There is no way to share. */
	| 'alone'
	| 'outdated';

/** Connects to the reader, or takes its place. */
export async function findReader(
	place: MeetingPlace,
	{replaces, mayRead, isCurrent, createSide}: Options,
): Promise<Found> {
	const link = replaces ? 'gone' : await place.connect();
	if (!isCurrent()) {
		if (typeof link === 'object' && 'close' in link) link.close();
		return 'outdated';
	}

	if (typeof link === 'object') return 'fault' in link ? 'alone' : {link};
	if (!mayRead()) return 'alone';
	const side = createSide();
	const claim = await place.claim(side.accept, link === 'gone');
	if (!isCurrent()) {
		if (typeof claim === 'object' && 'release' in claim) claim.release();
		return 'outdated';
	}

	if (claim === 'taken') return 'taken';
	if ('fault' in claim) return 'alone';
	if (mayRead()) return {claim, side};
	// It has changed its mind meanwhile.
	side.close();
	claim.release();
	return 'alone';
}
