import {goBack} from '../../../store/reducers/navigation.ts';
import {Canvas} from '../../components/canvas.tsx';
import type {Binding} from '../../contexts.ts';
import {selectNothing} from '../../keys/binding.ts';
import {drawWall, speakWall} from './canvas.ts';

const wallKeys: readonly Binding[] = [
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
