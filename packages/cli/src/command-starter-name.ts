/** The argument with which this program serves as the process that starts commands. For no person to type. */
export const COMMAND_STARTER = '--command-starter';
