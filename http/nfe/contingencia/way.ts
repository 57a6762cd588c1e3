import { sql } from 'drizzle-orm'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { openNfe } from '../../../core/fiscal/nfe-file'
import { text } from '../../../core/fiscal/xml'
import { hasLeft } from '../../../core/lifecycle/nfe'
import { empresa } from '../../cadastros/empresa'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import type { Nfe } from '../nota/nfe'
import { contingencyOn } from './contingencia'

/** How a note is issued: the normal way, or by the contingency that is on for its company and model. */
interface Way {
  readonly tpEmis: string
  readonly dhCont?: string
  readonly xJust?: string
  /** Of a note that went out before it was authorised: when it was issued, and its XML, which it may not contradict. */
  readonly dhEmi?: string
  readonly left?: string
}

/** The way of a note that is issued now. One that went out already in contingency stays what it was, whatever is on. */
export async function wayOf(ctx: Ctx, note: Nfe): Promise<Way> {
  if (hasLeft(note)) return wayOfLeft(ctx, note)
  const on = await contingencyOn(ctx, note.empresa_id, note.mod)
  if (!on) return { tpEmis: '1' }
  const { UF } = await load(ctx, empresa, note.empresa_id)
  return { tpEmis: String(on.tpEmis), dhCont: stateTime(on.dhInicio, UF ?? ''), xJust: on.xJust }
}

async function wayOfLeft(ctx: Ctx, { id }: Nfe): Promise<Way> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml from nfe_xml where nfe_id = ${id} and tipo = 'assinada' order by id desc limit 1`,
  )
  const left = String(row?.xml)
  const { ide } = openNfe(left)
  const at = (name: string): string => text(ide, name) ?? ''
  return { tpEmis: at('tpEmis'), dhCont: at('dhCont'), xJust: at('xJust'), dhEmi: at('dhEmi'), left }
}
