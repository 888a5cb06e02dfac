import {currentScreen} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {FormView} from '../components/form-view.tsx';
import type {Binding} from '../contexts.ts';
import {sentByEnter} from '../keys/form-keys.ts';
import {selectNothing} from '../keys/subject.ts';
import {typeText} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

const createKeys: readonly Binding[] = sentByEnter('add project', actions => actions.createProject());

const fields = {name: {label: plain`name`, hint: plain`what the project is called`}};

/** The form for a new project. The API requires only a name. */
function CreateScreen() {
	const view = useView();
	const screen = currentScreen(view.state);
	if (screen.name !== 'create') return null;
	return (
		<FormView
			{...view}
			title={plain`New project`}
			form={screen.form}
			fields={fields}
			sending={plain`Adding the project`}
		/>
	);
}

export const createScreen = {
	title: 'New project',
	place: 'projects',
	selects: selectNothing,
	keys: createKeys,
	component: CreateScreen,
	isTyping: true,
	onText: typeText,
} as const;
