import type { Ctx } from '../../../platform/context'
import { badRequest } from '../../../platform/errors'
import type { Nfe } from '../nfe'
import { type Origin, originOf } from '../origin'
import { ofOutput } from './output'
import { ofCustomerReturn, ofSupplierReturn } from './returns'
import { ofSale } from './sale'
import { ofTransfer } from './transfer'
import type { Source } from './source'

type Reads = (ctx: Ctx, note: Nfe, id: number) => Promise<Source>

const READS: Readonly<Record<Origin, Reads>> = {
  venda: ofSale,
  venda_devolucao: ofCustomerReturn,
  devolucao: ofSupplierReturn,
  saida: ofOutput,
  transf_armaz: ofTransfer,
}

/** Reads the document that a note is of. Throws 400 for a note without one. */
export async function sourceOf(ctx: Ctx, note: Nfe): Promise<Source> {
  const origin = originOf(note)
  if (!origin) throw badRequest('Esta nota não tem documento de origem: emita outra.', 'no_source')
  return READS[origin.of](ctx, note, origin.id)
}
