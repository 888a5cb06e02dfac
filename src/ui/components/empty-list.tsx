import {Box} from 'ink';
import {type ReactNode, useEffect, useState} from 'react';
import {counted, plain, type SafeText} from '../../base/text.ts';
import {titleHeight} from '../../model/layout.ts';
import {isReading, problemInPlace} from '../../state/freshness.ts';
import type {State} from '../../state/state.ts';
import type {Draw} from '../contexts.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {problemLines} from '../lines/service.ts';
import {Facts, Paragraph, Progress} from './dialog-box.tsx';
import {Lines} from './lines.tsx';

/** What a list without rows says: while it is read, and when there is nothing in it. */
type EmptyTexts = {readonly loading: SafeText; readonly empty: SafeText};

/** Returns the texts of a list that received `count` records, none of them readable. `key` opens the raw page, `flaw` describes the first record. */
export const unreadableTexts = (
	texts: EmptyTexts,
	count: number,
	key: SafeText,
	flaw: SafeText = plain`cannot be read`,
): EmptyTexts => ({
	...texts,
	empty: plain`${counted(count, 'record')} could not be read: ${count === 1 ? plain`it` : plain`the first`} ${flaw}. Press ${key} for the raw page.`,
});

type ListOrReasonProps = {
	readonly isEmpty: (state: State) => boolean;
	readonly textsOf: (state: State) => EmptyTexts;
	/** Draws the line above the reason. */
	readonly title?: Draw;
	readonly children: ReactNode;
};

/** A list, or why there is none: the problem if reading failed, a spinner while it is read, else that it is empty. */
export function ListOrReason({isEmpty, textsOf, title, children}: ListOrReasonProps) {
	const titleRows = useStore(state => (title ? titleHeight(state.interface.size) : 0));
	if (!useStore(isEmpty)) return children;
	return (
		<>
			{title && <Lines draw={title} height={titleRows} flexShrink={0} />}
			<Reason textsOf={textsOf} />
		</>
	);
}

function Reason({textsOf}: Pick<ListOrReasonProps, 'textsOf'>) {
	const state = useStore();
	const problem = problemInPlace(state);
	return (
		<Box flexDirection="column" flexGrow={1} marginTop={1} paddingX={2}>
			{problem ? (
				<Facts linesOf={drawing => problemLines(problem, drawing)} />
			) : isReading(state) ? (
				<Reading text={textsOf(state).loading} />
			) : (
				<Paragraph text={textsOf(state).empty} tone="quiet" />
			)}
		</Box>
	);
}

/** Shorter reads finish before a spinner would be noticed. */
const slowMs = 200;

function Reading({text}: {readonly text: SafeText}) {
	const {clock} = useAppContext();
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => clock.after(slowMs, () => setIsSlow(true)), [clock]);
	return <Progress text={text} tone="quiet" isStill={!isSlow} />;
}
