/** Of the stream, for who reads it; apart from the schema, which is loaded by nobody who only writes. */

/** Raised by a change that who reads the one before would misunderstand. */
export const SCHEMA_VERSION = 1;
