import { nfseLife } from '../../../core/lifecycle/nfse'
import { numbersOf } from '../../../core/lifecycle/standing'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { problemsIn } from '../../nfe/nfe/problems'
import { textOf } from '../../ui/row'
import { KIND } from './kind'

/** As many as an order makes. */
const MOST = 100
const [DRAFT, SENDING] = [numbersOf(nfseLife, ['rascunho']), numbersOf(nfseLife, ['enviando'])]

/** Says what became of the notes of an order that was just invoiced, or asked for them: that they are on their way, or what keeps one back. Nothing where there is none. */
export async function tellNfse(ordem_servico_id: number | string): Promise<void> {
  const { data } = await list(KIND.resource, {
    where: { ordem_servico_id, status: [...DRAFT, ...SENDING] },
    perPage: MOST,
    orderBy: 'id',
  })
  const kept = data.find(({ status }) => DRAFT.includes(Number(status)))
  if (kept !== undefined) {
    const [first, ...more] = problemsIn(kept.problemas)
    const rest = more.length > 0 ? ` (e mais ${more.length})` : ''
    toast.alert(`A NFS-e espera em Notas de serviço: ${first?.message ?? ''}${rest}`)
    return
  }
  const sent = data.filter(({ status }) => SENDING.includes(Number(status)))
  if (sent.length > 0) toast.info(`NFS-e da DPS ${sent.map(({ nDPS }) => textOf(nDPS)).join(', ')} enviada.`)
}
