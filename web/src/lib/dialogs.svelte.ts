/** The dialogs that any page can open. */
export const dialogs = $state({ rules: false, settings: false });
