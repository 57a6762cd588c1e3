import { sql } from 'drizzle-orm'
import { eventoSegurancaFields, type SecurityEvent } from '../../core/fields/sis/seguranca'
import type { Database } from './locks'
import { resource } from './resource'

/** Who came in, who was refused, and what was done to what opens the doors: added to, never changed. For administrators. */
export const eventoSeguranca = resource({
  name: 'evento_seguranca',
  paths: ['sis/evento_seguranca'],
  title: 'Evento de segurança',
  right: 'usuario',
  adminOnly: true,
  readOnly: true,
  company: 'none',
  fields: eventoSegurancaFields,
  search: ['endereco', 'detalhe'],
  display: ['tipo', 'dh'],
  indexes: [['user_id', 'dh'], ['dh']],
})

interface Told {
  readonly tipo: SecurityEvent
  /** Whose it is, and who did it where that is somebody else. */
  readonly user_id: number | null
  readonly autor_id?: number | null
  readonly endereco?: string | null
  readonly detalhe?: string | null
}

/** Writes an event down, in the transaction of what it tells of. */
export async function tellSecurity(db: Database, { tipo, user_id, autor_id, endereco, detalhe }: Told): Promise<void> {
  await db.execute(
    sql`insert into evento_seguranca (dh, tipo, user_id, autor_id, endereco, detalhe)
        values (now(), ${tipo}, ${user_id}, ${autor_id || null}, ${endereco?.slice(0, 60) ?? null}, ${detalhe?.slice(0, 200) ?? null})`,
  )
}
