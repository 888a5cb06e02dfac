import {goBack} from '../../../store/state/navigation.ts';
import {Canvas} from '../../components/canvas.tsx';
import type {ReadOnlyBinding} from '../../contexts.ts';
import {selectNothing} from '../../keys/subject.ts';
import {drawWall, speakWall} from './canvas.ts';

const wallKeys: readonly ReadOnlyBinding[] = [
	{keys: ['esc', 'q'], label: 'leave', isHinted: true, run: ({store}) => store.change(goBack)},
];

const WallScreen = () => <Canvas draw={drawWall} spoken={speakWall} flexGrow={1} />;

export const wallScreen = {
	title: 'Wall',
	mainScreen: undefined,
	selects: selectNothing,
	keys: wallKeys,
	component: WallScreen,
	isClosed: true,
	isFullScreen: true,
} as const;
