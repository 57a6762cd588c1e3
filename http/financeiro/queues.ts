import { addDays } from '../../core/br/civil-date'
import type { Queue } from '../painel/queue'
import type { Ctx } from '../platform/context'
import { contasPagar, contasReceber } from './registers'

/** The smallest amount that is still owed, in reais. */
const OWED = { ini: '0.01' }

const overdue = ({ clock }: Ctx) => ({
  where: { dhCancelamento: null },
  between: { vSaldo: OWED, dVencimento: { fim: addDays(clock.today(), -1) } },
})
const dueToday = ({ clock }: Ctx) => ({
  where: { dhCancelamento: null },
  between: { vSaldo: OWED, dVencimento: { ini: clock.today(), fim: clock.today() } },
})

/** Titles that are overdue or due today, ours and the customers', and ours whose invoice is not here. */
export const titleQueues: readonly Queue[] = [
  {
    name: 'receber_vencidas',
    label: 'A receber vencidas',
    of: contasReceber,
    view: 'Vencidas',
    filter: overdue,
    bad: true,
  },
  { name: 'receber_hoje', label: 'A receber hoje', of: contasReceber, view: 'Hoje', filter: dueToday },
  {
    name: 'receber_sem_comprovante',
    label: 'Retenções sem comprovante',
    of: contasReceber,
    view: 'Retenção sem comprovante',
    filter: () => ({ custom: { sem_comprovante: true } }),
  },
  { name: 'pagar_vencidas', label: 'A pagar vencidas', of: contasPagar, view: 'Vencidas', filter: overdue, bad: true },
  { name: 'pagar_hoje', label: 'A pagar hoje', of: contasPagar, view: 'Hoje', filter: dueToday },
  {
    name: 'pagar_sem_xml',
    label: 'A pagar sem o XML da nota',
    of: contasPagar,
    view: 'Sem o XML da nota',
    filter: () => ({ custom: { sem_xml: true } }),
  },
]
