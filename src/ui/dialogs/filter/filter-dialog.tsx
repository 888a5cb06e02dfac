/** The filter is typed in the status line. */
export const FilterDialog = () => null;
