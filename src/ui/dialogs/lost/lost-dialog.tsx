import {duration} from '../../../duration.ts';
import {dateTime} from '../../../present/format.ts';
import type {Lost} from '../../../store/losing.ts';
import {absentText} from '../../../store/reconcile.ts';
import {projectIdOf, writeText} from '../../../store/write.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph} from '../../components/paragraph.tsx';
import {useNow, useStore} from '../../runtime.tsx';
import {shownLoss} from './keys.ts';

/** What is known of a write whose answer was lost, and what can be done about it. */
export function LostDialog() {
	const lost = useStore(shownLoss);
	if (!lost) return null;
	const {intended, reason} = lost;
	const id = projectIdOf(intended.write);
	return (
		<DialogBox title={plain`Unconfirmed change`}>
			<Paragraph text={plain`What became of the attempt to ${writeText(intended)} is not known.`} tone="bad" />
			{lost.finding ? <Finding lost={lost} /> : <Search lost={lost} />}
			<Paragraph text={plain``} />
			<Paragraph text={safe(`${id === '' ? '' : `${id} · `}sent ${dateTime(intended.at)}`)} tone="quiet" />
			<Paragraph text={safe(reason ?? 'landfall ended before the answer came.', 400)} tone="quiet" />
		</DialogBox>
	);
}

/** landfall is still looking for what became of it. */
function Search({lost: {nextAt, looks, trouble}}: {readonly lost: Lost}) {
	const now = useNow();
	const waitMs = nextAt === undefined ? 0 : Math.max(0, nextAt - now);
	const when = waitMs < 1000 ? plain`now` : plain`in ${duration(waitMs)}`;
	return (
		<>
			{trouble && <Paragraph text={safe(trouble, 300)} tone="bad" />}
			<Paragraph
				text={plain`landfall reads the service to find out: look ${looks + 1} ${when}. Nothing is sent again automatically.`}
			/>
		</>
	);
}

function Finding({lost: {finding, intended, foundAt}}: {readonly lost: Lost}) {
	const now = useNow();
	switch (finding?.kind) {
		case 'confirmed':
			return <Paragraph text={finding.text} tone="good" />;
		case 'absent':
			return (
				<Paragraph
					text={plain`${absentText(intended, foundAt ?? now)}. Press r to send it again, c to look once more.`}
					tone="strong"
				/>
			);
		case 'unclear':
			return (
				<>
					<Paragraph text={plain`${finding.text}.`} tone="strong" />
					{finding.candidates.map(text => (
						<Paragraph key={text} text={plain`  ${text}`} />
					))}
				</>
			);
		default:
			return null;
	}
}
