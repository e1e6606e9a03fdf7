// A table, view or row type of the catalogue, and how it is related to others.

export type Column = {
  name: string
  type: string
  /** The type below any domain: what filter values are read as, so that a domain's check does not judge a question. */
  base: string
  default?: string
}
export type ComputedField = { schema: string; name: string; base: string }
export type Relation = {
  oid: string
  schema: string
  name: string
  isView: boolean
  writable: { insert: boolean; update: boolean; delete: boolean }
  columns: Map<string, Column>
  /** Columns that a role may not read, insert or update, by role. `*` leaves out what may not be read. */
  refused: Record<'select' | 'insert' | 'update', Map<string, Set<string>>>
  /** Functions that take a row of it and answer one value. */
  computed: Map<string, ComputedField>
  /** Called instead of DELETE, if it exists. */
  softDelete?: { schema: string; name: string }
  primaryKey: string[]
  /** Unique for rows that the predicate is true of. */
  partialKeys: { columns: string[]; predicate: string }[]
  relationships: Relationship[]
}

export type Pair = [own: string, theirs: string]
export type Relationship = {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed'
  target: Relation
  constraint: string
  columns: Pair[]
  toOne: boolean
  /** Many-to-many: the join table; `columns` then pairs ours with its, `target` its with theirs. */
  junction?: { relation: Relation; target: Pair[]; targetConstraint: string }
  fn?: { schema: string; name: string }
}
