import { EPEC_NEAR_MS } from '../../core/fiscal/contingency-term'
import { KEEPING_FAULTS } from '../../core/fields/nfe/keeping-faults'
import { gnreLife } from '../../core/lifecycle/gnre'
import { mdfeLife } from '../../core/lifecycle/mdfe'
import { OPEN_DAYS, openSince, openView } from '../../core/lifecycle/mdfe-open'
import { nfeLife } from '../../core/lifecycle/nfe'
import { numbersOf } from '../../core/lifecycle/standing'
import { inQueue, type Queue } from '../painel/queue'
import { gnre } from './gnre/gnre'
import { mdfe } from './mdfe/mdfe'
import { nfe } from './nota/nfe'

/** Manifests that are open for more than so many days. */
const openFor =
  (days: number): Queue['filter'] =>
  ({ clock }) =>
    openSince(Date.parse(clock.now()), days)

/**
 * Notes that wait: to be sent, for whoever mends them, for an answer; in contingency those whose time ends, and what was left authorised beside the note of its sale; and
 * those whose XML is not kept as it ought to be. Manifests that are open for long, and guides of taxes that wait for somebody.
 */
export const fiscalQueues: readonly Queue[] = [
  inQueue(nfeLife, ['rascunho'], { name: 'notas_enviar', label: 'Notas a enviar', of: nfe, view: 'A enviar' }),
  inQueue(nfeLife, ['rejeitada'], {
    name: 'notas_rejeitadas',
    label: 'Notas rejeitadas',
    of: nfe,
    view: 'Rejeitadas',
    bad: true,
  }),
  {
    name: 'notas_epec_prazo',
    label: 'Notas em EPEC perto do prazo',
    of: nfe,
    view: 'EPEC perto do prazo',
    filter: ({ clock }) => ({
      where: { tpEmis: 4, status: numbersOf(nfeLife, ['epec', 'rejeitada']) },
      between: { dhLimite: { fim: new Date(Date.parse(clock.now()) + EPEC_NEAR_MS).toISOString() } },
    }),
    bad: true,
  },
  {
    name: 'notas_offline',
    label: 'NFC-e off-line a enviar',
    of: nfe,
    view: 'Off-line a enviar',
    filter: () => ({ where: { tpEmis: 9, status: numbersOf(nfeLife, ['enviando', 'rejeitada']) } }),
  },
  {
    name: 'notas_em_dobro',
    label: 'Notas em dobro',
    of: nfe,
    view: 'Em dobro',
    filter: () => ({
      where: { status: numbersOf(nfeLife, ['autorizada']) },
      between: { dhDuvida: { ini: '2000-01-01' } },
    }),
    bad: true,
  },
  inQueue(mdfeLife, ['rejeitado'], {
    name: 'mdfe_rejeitados',
    label: 'MDF-e rejeitados',
    of: mdfe,
    view: 'Rejeitados',
    bad: true,
  }),
  {
    name: 'mdfe_aberto_20',
    label: `MDF-e abertos há mais de ${OPEN_DAYS.old} dias`,
    of: mdfe,
    view: openView(OPEN_DAYS.old),
    filter: openFor(OPEN_DAYS.old),
  },
  {
    name: 'mdfe_aberto_28',
    label: `MDF-e abertos há mais de ${OPEN_DAYS.last} dias: aos 30 a SEFAZ para a emissão`,
    of: mdfe,
    view: openView(OPEN_DAYS.last),
    filter: openFor(OPEN_DAYS.last),
    bad: true,
  },
  inQueue(mdfeLife, ['enviando'], { name: 'mdfe_enviando', label: 'MDF-e sem resposta', of: mdfe, view: 'Enviando' }),
  inQueue(mdfeLife, ['encerrando'], {
    name: 'mdfe_encerrando',
    label: 'MDF-e com encerramento a registrar',
    of: mdfe,
    view: 'Encerrando',
  }),
  inQueue(nfeLife, ['enviando'], { name: 'notas_enviando', label: 'Notas sem resposta', of: nfe, view: 'Enviando' }),
  {
    name: 'notas_falha_guarda',
    label: 'Notas com falha na guarda do XML',
    of: nfe,
    view: 'Com falha na guarda',
    filter: () => ({ where: { falha_guarda: Object.keys(KEEPING_FAULTS) } }),
    bad: true,
  },
  inQueue(gnreLife, ['rascunho'], { name: 'guias_enviar', label: 'Guias GNRE a enviar', of: gnre, view: 'A enviar' }),
  inQueue(gnreLife, ['recusada'], {
    name: 'guias_recusadas',
    label: 'Guias GNRE recusadas',
    of: gnre,
    view: 'Recusadas',
    bad: true,
  }),
  inQueue(gnreLife, ['pronta'], {
    name: 'guias_prontas',
    label: 'Guias GNRE sem conta a pagar',
    of: gnre,
    view: 'Prontas',
  }),
  inQueue(gnreLife, ['restituir'], {
    name: 'guias_restituir',
    label: 'Guias GNRE a restituir',
    of: gnre,
    view: 'A restituir',
  }),
]
