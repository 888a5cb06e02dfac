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

type EmptyTexts = {readonly loading: SafeText; readonly empty: SafeText};

/** The texts for a list in which none of `count` records could be read. `key` opens the raw page. `flaw` is the first record's. */
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
	readonly title?: Draw;
	readonly children: ReactNode;
};

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

/** The spinner would only flash during a faster read. */
const slowMs = 200;

function Reading({text}: {readonly text: SafeText}) {
	const {clock} = useAppContext();
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => clock.after(slowMs, () => setIsSlow(true)), [clock]);
	return <Progress text={text} tone="quiet" isStill={!isSlow} />;
}
