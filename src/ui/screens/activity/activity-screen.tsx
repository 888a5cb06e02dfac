import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {ListOrReason} from '../../components/empty-list.tsx';
import {listSearch} from '../../keys/list-search.ts';
import {activityPlace, drawActivity, searchedRows, speakActivity} from './canvas.ts';
import {activityKeys, selectEntry} from './keys.ts';

const texts = {loading: plain``, empty: plain`No activity yet: no changes made here, and no conclusions observed.`};

const ActivityScreen = () => (
	<ListOrReason isEmpty={state => state.interface.activity.length === 0} textsOf={() => texts}>
		<Canvas draw={drawActivity} spoken={speakActivity} flexGrow={1} />
	</ListOrReason>
);

export const activityScreen = {
	title: 'Activity',
	mainScreen: 'activity',
	selects: selectEntry,
	place: activityPlace,
	...listSearch('Activity', activityKeys, searchedRows),
	component: ActivityScreen,
} as const;
