import {Box} from 'ink';
import {noDeployments, type ProjectDeployments} from '../../../store/model/deployments/deployment-table.ts';
import {keyOf} from '../../../store/state/key-names.ts';
import type {State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {ListOrReason, unreadableTexts} from '../../components/empty-list.tsx';
import {detailsLayer} from '../../keys/details-keys.ts';
import {listSearch} from '../../keys/list-search.ts';
import {useStore} from '../../runtime.tsx';
import {
	deploymentsPlace,
	detailFields,
	drawAbove,
	drawDetailsBelow,
	drawDetailsBeside,
	drawList,
	drawTitle,
	hasDetails,
	openDeployments,
	panesOf,
	searchedRows,
} from './canvas.ts';
import {deploymentsKeys, selectDeployment} from './keys.ts';

const knownOf = (state: State): ProjectDeployments => openDeployments(state)?.known ?? noDeployments;

const loading = plain`Reading deployments`;

function textsOf(state: State) {
	const empty = state.connection?.isReadOnly
		? plain`No deployments yet, and this connection is read-only.`
		: plain`No deployments yet. Press ${keyOf(state, 'deploy', plain`t`)} to deploy this project.`;
	const texts = {loading, empty};
	const {unreadable, flaw} = knownOf(state);
	return unreadable > 0 ? unreadableTexts(texts, unreadable, keyOf(state, 'raw-record', plain`i`), flaw) : texts;
}

function DeploymentsScreen() {
	const above = useStore(state => panesOf(state).above);
	const beside = useStore(state => panesOf(state).beside);
	const below = useStore(state => panesOf(state).below);
	return (
		<ListOrReason title={drawTitle} isEmpty={state => knownOf(state).rows.length === 0} textsOf={textsOf}>
			<Box flexDirection="column" flexGrow={1}>
				<Canvas aria-hidden draw={drawAbove} height={above} flexShrink={0} />
				<Box flexGrow={1}>
					<Canvas draw={drawList} flexGrow={1} />
					<Canvas aria-hidden draw={drawDetailsBeside} width={beside} flexShrink={0} />
				</Box>
				<Canvas aria-hidden draw={drawDetailsBelow} height={below} flexShrink={0} />
			</Box>
		</ListOrReason>
	);
}

export const deploymentsScreen = {
	title: 'Deployments',
	mainScreen: 'projects',
	selects: selectDeployment,
	place: deploymentsPlace,
	...listSearch('Deployments', deploymentsKeys, searchedRows),
	pane: detailsLayer(hasDetails, detailFields),
	component: DeploymentsScreen,
} as const;
