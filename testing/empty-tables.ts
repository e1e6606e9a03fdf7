import type pg from 'pg'

/**
 * Deletes every row that the schema does not bring, and starts the numbers anew. Ten times faster than `truncate`, which makes new
 * files for hundreds of tables and indexes and has every connection plan its statements again.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    do $$
    declare name text;
    begin
      -- Neither triggers nor foreign keys: all their rows go.
      perform set_config('session_replication_role', 'replica', true);
      for name in
        select oid::regclass from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'private'::regnamespace)
          and oid not in ('public.places'::regclass, 'private.sending'::regclass)
      loop
        execute 'delete from ' || name;
      end loop;
      delete from graphile_worker._private_jobs;
      delete from graphile_worker._private_job_queues;
      perform setval(seqrelid, seqstart, false)
      from pg_sequence join pg_depend on objid = seqrelid and deptype = 'i'
      where seqrelid::regclass::text not like 'graphile_worker.%';
    end $$`)
}
