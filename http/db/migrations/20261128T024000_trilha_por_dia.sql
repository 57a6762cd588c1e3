-- The trail is asked for by day: rows come in the order of time, so a summary of each stretch of pages finds them.
CREATE INDEX auditoria_dh_ix ON auditoria USING brin (dh);
