import {currentScreen} from '../../../store/state.ts';
import {FormView} from '../../components/form-view.tsx';
import type {ViewProps} from '../../desk.ts';

const fields = {name: {label: 'name', hint: 'what the project is called'}};

/** A new project: the interface asks for a name and nothing else. */
export function CreateScreen(view: ViewProps) {
	const screen = currentScreen(view.state);
	if (screen.name !== 'create') return null;
	return <FormView {...view} title="New project" form={screen.form} fields={fields} sending="Adding the project" />;
}
