/** One end of a connection between two windows. Carries lines of text in order. */
export type Link = {
	/** Never blocks: a link whose other end does not keep up is closed. */
	readonly send: (line: string) => void;
	/** Whatever has arrived meanwhile is delivered at once. Call it once. */
	readonly listen: (listener: LinkListener) => void;
	/** Closes this end without calling `onClose`. */
	readonly close: () => void;
};

export type LinkListener = {readonly onLine: (line: string) => void; readonly onClose: () => void};

/** The name of the group, as long as no other window has taken it over. */
export type Claim = {
	/** Whether windows that connect still reach this one. Costs next to nothing. */
	readonly isHeld: () => boolean;
	/** Gives up the name, unless another window has it already. */
	readonly release: () => void;
};

/** A name at which windows of one user find each other. */
export type MeetingPlace = {
	/** Connects to the window that holds the name. `nobody` if there is none; `gone` if it has ended without giving up the name. */
	readonly connect: () => Promise<Link | 'nobody' | 'gone' | {readonly fault: string}>;
	/** Takes the name. `taken` if another window has it, unless it `replaces` that one. */
	readonly claim: (
		onLink: (link: Link) => void,
		replaces: boolean,
	) => Promise<Claim | 'taken' | {readonly fault: string}>;
};
