/** What a piece of text means. The theme decides what that looks like. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'accent' | 'good' | 'bad' | 'busy' | 'stopped';

/** A piece of text with one meaning. It is shown as it is, so it must be safe already. */
export type Span = {readonly text: string; readonly tone: Tone};

/** One line of the screen. */
export type Line = readonly Span[];
