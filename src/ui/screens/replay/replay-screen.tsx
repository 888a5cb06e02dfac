import {Canvas} from '../../components/canvas.tsx';
import {selectNothing} from '../../keys/subject.ts';
import {drawReplay, speakReplay} from './canvas.ts';
import {replayKeys} from './keys.ts';

const ReplayScreen = () => <Canvas draw={drawReplay} spoken={speakReplay} flexGrow={1} />;

export const replayScreen = {
	title: 'Replay',
	mainScreen: undefined,
	selects: selectNothing,
	keys: replayKeys,
	component: ReplayScreen,
	isClosed: true,
} as const;
