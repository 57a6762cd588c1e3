import { toast } from '../../app/toasts'
import { openAnswer } from '../../ui/open-file'
import type { Row } from '../../ui/row'
import { BOLETO } from './ask'

/** Prints boletos: a sheet each, or as a booklet, three to a sheet. */
export async function printBoletos(rows: readonly Row[], forma: 'folha' | 'carne'): Promise<void> {
  try {
    await openAnswer(`${BOLETO}/imprime`, { ids: rows.map(({ id }) => id), forma })
  } catch (error) {
    toast.error(error, 'Não foi possível imprimir')
  }
}
