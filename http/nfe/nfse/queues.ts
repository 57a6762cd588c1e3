import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { numbersOf } from '../../../core/lifecycle/standing'
import { inQueue, type Queue } from '../../painel/queue'
import { nfse } from './nfse'

const of = nfse

/** Notes of services that wait: to be sent, for whoever mends them, for an answer; those to be cancelled at the city hall, too; and those that are in force beside the one that took their place. */
export const nfseQueues: readonly Queue[] = [
  inQueue(nfseLife, ['rascunho'], { name: 'nfse_enviar', label: 'NFS-e a enviar', of, view: 'A enviar' }),
  inQueue(nfseLife, ['rejeitada'], {
    name: 'nfse_rejeitadas',
    label: 'NFS-e rejeitadas',
    of,
    view: 'Rejeitadas',
    bad: true,
  }),
  inQueue(nfseLife, ['enviando'], { name: 'nfse_enviando', label: 'NFS-e sem resposta', of, view: 'Enviando' }),
  {
    name: 'nfse_prefeitura',
    label: 'NFS-e a cancelar na prefeitura',
    of,
    view: 'A cancelar na prefeitura',
    filter: () => ({ custom: { pendentes_prefeitura: true } }),
    bad: true,
  },
  {
    name: 'nfse_falha_guarda',
    label: 'NFS-e com falha na guarda do XML',
    of,
    view: 'Com falha na guarda',
    filter: () => ({ where: { falha_guarda: Object.keys(KEEPING_FAULTS) } }),
    bad: true,
  },
  {
    name: 'nfse_em_dobro',
    label: 'NFS-e em dobro',
    of,
    view: 'Em dobro',
    filter: () => ({ where: { status: numbersOf(nfseLife, ['autorizada']) }, custom: { em_dobro: true } }),
    bad: true,
  },
  {
    name: 'nfse_oficio',
    label: 'NFS-e canceladas de ofício pelo município',
    of,
    view: 'Canceladas de ofício',
    filter: () => ({ custom: { de_oficio: true } }),
    bad: true,
  },
  {
    name: 'nfse_retencao_pendente',
    label: 'NFS-e com retenção a abater',
    of,
    view: 'Com retenção a abater',
    filter: () => ({ custom: { retencao_pendente: true } }),
    bad: true,
  },
  {
    name: 'nfse_ordem_faturada',
    label: 'NFS-e canceladas com a ordem faturada',
    of,
    view: 'Canceladas com a ordem faturada',
    filter: () => ({ custom: { ordem_faturada: true } }),
    bad: true,
  },
]
