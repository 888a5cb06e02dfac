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
	const hasClaimed = typeof claim === 'object' && 'release' in claim;
	if (hasClaimed && isCurrent() && mayRead()) return {claim, side};
	if (hasClaimed) {
		// It has left or changed its mind meanwhile, but others may have reached it.
		side.close();
		claim.release();
	}

	if (!isCurrent()) return 'outdated';
	return claim === 'taken' ? 'taken' : 'alone';
}
