import { emailLife } from '../../core/lifecycle/email'
import { area } from '../area'
import { inQueue } from '../painel/queue'
import { agente, agenteImpressao } from './agente/agente'
import * as paperVerbs from './agente/paper-verbs'
import { agentRoutes } from './agente/told'
import * as agentUse from './agente/use'
import * as agentVerbs from './agente/verbs'
import { alerts } from './alertas/alerts'
import { watchForTrouble } from './alertas/looks'
import { anexo } from './anexo/anexo'
import { uso } from './anexo/room'
import { cleaning } from './cleaning'
import { configuracao } from './configuracao'
import { customField } from './custom/custom-field'
import { indexing, upkeep } from './custom/index-job'
import * as order from './custom/ordena'
import { watchStatements } from '../platform/measures/slow'
import { eventoSeguranca } from '../platform/security-event'
import * as keys from './seguranca/chave-api'
import { chaveApi, segundoFator } from './seguranca/registers'
import * as removeFactor from './seguranca/remove-factor'
import { email } from './mail/email'
import { envia } from './mail/queue'
import { sinaliza } from './mail/sinaliza'
import { watchForNotices } from './notificacao/tell'
import { avisoEnvio, notificacaoTemplate } from './notificacao/template'
import { avisoUsuario, marcaLidos } from './notificacao/within'
import * as noticeVerbs from './notificacao/verbs'
import { janelaHorario } from './janela/janela-horario'
import * as week from './janela/semana'
import { noteSizes } from './saude/sizes'
import { solicitacaoConta } from './solicitacao-conta'
import { sisRoutes } from './told'
import { tables } from './tables'
import { permission, role, user } from './user'
import * as approveAccount from './verbs/approve-account'
import * as attachPermission from './verbs/attach-permission'
import * as attachRole from './verbs/attach-role'
import * as detachPermission from './verbs/detach-permission'
import * as detachRole from './verbs/detach-role'
import * as getUser from './verbs/get-user'
import * as sendResetPasswordMail from './verbs/send-reset-password-mail'
import * as syncPermissions from './verbs/sync-permissions'
import * as updateRestoreId from './verbs/update-restore-id'

watchForNotices()
watchStatements()
watchForTrouble()

export const sis = area({
  name: 'sis',
  resources: [
    user,
    role,
    permission,
    solicitacaoConta,
    configuracao,
    anexo,
    janelaHorario,
    segundoFator,
    chaveApi,
    eventoSeguranca,
    agente,
    agenteImpressao,
    email,
    notificacaoTemplate,
    avisoEnvio,
    avisoUsuario,
    tables,
    customField,
  ],
  actions: [
    agentUse,
    agentVerbs,
    approveAccount,
    attachPermission,
    attachRole,
    detachPermission,
    detachRole,
    { envia, marcaLidos, sinaliza, uso },
    getUser,
    keys,
    noticeVerbs,
    order,
    paperVerbs,
    removeFactor,
    sendResetPasswordMail,
    syncPermissions,
    updateRestoreId,
    week,
  ],
  jobs: [alerts, cleaning, indexing, noteSizes, upkeep],
  queues: [
    inQueue(emailLife, ['erro'], {
      name: 'emails_erro',
      label: 'E-mails com erro',
      of: email,
      view: 'Com erro',
      bad: true,
    }),
  ],
  routes: [...agentRoutes, ...sisRoutes],
  roles: Object.fromEntries(
    ['saller', 'saller_manager', 'stokman', 'stokman_manager', 'operator', 'operator_manager', 'biller_manager'].map(
      (role) => [role, 'show: agente'],
    ),
  ),
})
