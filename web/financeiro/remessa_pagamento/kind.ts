import { remessaPagamentoLife } from '../../../core/lifecycle/remessa-pagamento'
import { announce } from '../../app/events'
import { asked, type Asking } from '../../ui/asked'
import type { DocumentKind } from '../../ui/documents/kind'
import { openAside } from '../../ui/documents/print'
import { counted, formatMoney } from '../../ui/format'
import { numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { sendAndTell } from '../../ui/send-files'

export const KIND: DocumentKind = {
  life: remessaPagamentoLife,
  resource: 'financeiro/remessa_pagamento',
  name: 'remessa_pagamento',
  right: 'remessa_retorno',
}
export const ITEMS = 'remessa_pagamento_conta_list'

/** What follows any verb of payments: whatever shows them asks again. */
export function tell(): void {
  for (const name of [
    'remessa_pagamento',
    'remessa_pagamento_conta',
    'retorno_pagamento',
    'retorno_pagamento_item',
    'contas_pagar',
  ])
    announce(name)
}

/** Calls a verb, and asks what the server asks. Undefined when it was refused or given up. */
export const ask = (asking: Asking): Promise<Values | undefined> => asked(asking, tell)

const some = (value: unknown, one: string, many: string): readonly string[] => {
  const n = numberOf(value) ?? 0
  return n === 0 ? [] : [counted(n, one, many)]
}

/** What became of a file of the bank, in words. */
const told = (file: Values): string =>
  file.conhecido === true
    ? 'Este arquivo já tinha sido carregado.'
    : [
        ...some(file.pagos, 'pago', 'pagos').map((text) => `${text} (${formatMoney(file.vPago)})`),
        ...some(file.agendados, 'agendado', 'agendados'),
        ...some(file.recusados, 'recusado', 'recusados'),
        ...some(file.devolvidos, 'devolvido', 'devolvidos'),
        ...some(file.semPagamento, 'sem pagamento', 'sem pagamento'),
        ...some(file.repetidas, 'repetida', 'repetidas'),
      ].join(', ') || 'Nada de novo.'

/** Sends files of the bank and tells what became of each. Answers the number of a single good one. */
export const uploadReturns = (files: readonly File[]): Promise<number | null> =>
  sendAndTell(files, { path: KIND.resource, told, after: tell })

/** The files of a remittance that stand, the first first. */
export const filesIn = (record: Values | undefined): readonly Row[] => rowsOf(record?.arquivos).toReversed()

/** Opens the download of a file of a remittance. */
export const download = (record: Values | undefined, file: Row): void =>
  openAside(`/api/${KIND.resource}/${textOf(record?.id)}/conteudo?arquivo_id=${file.id}`)
