import {Box} from 'ink';
import {shownBoard} from '../../../store/model/board.ts';
import {summaryHeight} from '../../../store/model/layout.ts';
import {keyOf} from '../../../store/state/key-names.ts';
import type {State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {Canvas, speakNothing} from '../../components/canvas.tsx';
import {ListOrReason} from '../../components/empty-list.tsx';
import {nothingShownText} from '../../keys/arrangement-keys.ts';
import {listSearch} from '../../keys/list-search.ts';
import {useStore} from '../../runtime.tsx';
import {drawBoard, drawSummary, searchedRows, speakBoard, watchPlace} from './canvas.ts';
import {selectRow, watchKeys} from './keys.ts';

const textsOf = (state: State) => ({
	loading: plain`Looking for deployments in progress`,
	empty:
		nothingShownText(state, 'watch') ??
		plain`Nothing is in progress and nothing is watched. Press ${keyOf(state, 'watch', plain`w`)} on a project or a deployment to watch it.`,
});

function WatchScreen() {
	const summaryRows = useStore(state => summaryHeight(state.interface.size));
	return (
		<Box flexDirection="column" flexGrow={1}>
			<Canvas draw={drawSummary} spoken={speakNothing} height={summaryRows} flexShrink={0} />
			<ListOrReason isEmpty={state => shownBoard(state).rows.length === 0} textsOf={textsOf}>
				<Canvas draw={drawBoard} spoken={speakBoard} flexGrow={1} />
			</ListOrReason>
		</Box>
	);
}

export const watchScreen = {
	title: 'Watch',
	mainScreen: 'watch',
	selects: selectRow,
	place: watchPlace,
	...listSearch('Watch', watchKeys, searchedRows),
	component: WatchScreen,
} as const;
