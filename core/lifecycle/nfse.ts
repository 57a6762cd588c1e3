import { CANCELLING, DRAFT, ISSUE, SENDING } from './fiscal'
import { cancelled, DONE, GONE, HELD, life, type Unless } from './life'

/** Another note is about to take its place: what is done with it meanwhile is done with that one. */
const REPLACED: Unless = {
  when: ({ substituta_id }) => substituta_id !== null && substituta_id !== undefined,
  refuses: ['being_replaced', 'Outra NFS-e está tomando o lugar desta: corrija ou abandone aquela.'],
}

/** Made at its city by hand: nothing is sent, and somebody tells what became of it. */
const BY_HAND: Unless = {
  when: ({ sistema }) => sistema !== 'manual',
  refuses: ['not_by_hand', 'O sistema desta NFS-e responde por si: nada se informa à mão.'],
}

/**
 * The life of an NFS-e (T3-055, T3-056): a draft until its declaration (DPS) is signed; then it has its number and is under way until its system has answered.
 * `autorizada`, `rejeitada`, `cancelada` and `substituida` are set by an answer alone, never by a person.
 */
export const nfseLife = life({
  the: 'a NFS-e',
  dates: {
    dhAssinatura: 'Assinada em',
    dhRejeicao: 'Rejeitada em',
    dhAutorizacao: 'Autorizada em',
    dhPedidoCancelamento: 'Cancelamento pedido em',
    dhAnalise: 'Cancelamento em análise desde',
    dhCancelamento: 'Cancelada em',
    dhSubstituicao: 'Substituída em',
    dhAbandono: 'Abandonada em',
    dhPrefeitura: 'Cancelamento na prefeitura confirmado em',
  },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento', xMotivoAbandono: 'Por que foi abandonada' },
  states: {
    cancelada: cancelled('Esta NFS-e'),
    substituida: {
      ...GONE,
      n: 6,
      word: 'Substituída',
      plural: 'Substituídas',
      on: 'dhSubstituicao',
      refuses: ['replaced', 'Esta NFS-e foi substituída por outra.'],
    },
    abandonada: {
      ...GONE,
      n: 7,
      word: 'Abandonada',
      plural: 'Abandonadas',
      on: 'dhAbandono',
      refuses: ['given_up', 'Esta NFS-e foi abandonada: o número da DPS fica sem nota.'],
      doc: 'Não foi autorizada e não será: o número da DPS não se inutiliza, só se explica',
    },
    analise: {
      hue: 'indigo',
      mark: 'dash',
      n: 8,
      word: 'Em análise',
      plural: 'Em análise',
      on: 'dhAnalise',
      refuses: ['under_review', 'O cancelamento desta NFS-e espera a análise do município.'],
      doc: 'Passado o prazo, o município decide se a nota é cancelada',
    },
    cancelando: {
      ...CANCELLING,
      refuses: ['cancelling', 'O cancelamento desta NFS-e espera a resposta do sistema da NFS-e.'],
    },
    autorizada: {
      ...DONE,
      n: 3,
      word: 'Autorizada',
      plural: 'Autorizadas',
      on: 'dhAutorizacao',
      refuses: ['authorised', 'Esta NFS-e já foi autorizada.'],
    },
    rejeitada: {
      ...HELD,
      n: 2,
      word: 'Rejeitada',
      plural: 'Rejeitadas',
      on: 'dhRejeicao',
      refuses: ['rejected', 'Esta NFS-e foi rejeitada: corrija e envie de novo.'],
    },
    enviando: {
      ...SENDING,
      refuses: ['sending', 'Esta NFS-e espera a resposta do sistema da NFS-e.'],
      doc: 'Assinada e numerada: espera a resposta do sistema da NFS-e',
    },
    rascunho: {
      ...DRAFT,
      refuses: ['draft', 'Esta NFS-e ainda não foi emitida.'],
    },
  },
  writes: {
    head: {
      from: ['rascunho', 'rejeitada'],
      // Its number was given for this order.
      narrow: {
        names: ['ordem_servico_id'],
        from: ['rascunho'],
        say: { rejeitada: ['signed', 'Esta NFS-e já foi assinada: a ordem de serviço dela não muda.'] },
      },
    },
    lists: { from: ['rascunho'] },
  },
  verbs: {
    emite: {
      ...ISSUE,
      will: 'A nota recebe o próximo número da série, é assinada e enviada ao sistema da NFS-e.',
      done: 'NFS-e enviada ao sistema da NFS-e.',
    },
    corrigir: {
      from: ['rejeitada', 'autorizada'],
      unless: [REPLACED],
      label: 'Corrigir',
      past: 'Corrigiu',
      failed: 'Não foi possível corrigir',
    },
    reenvia: {
      from: ['rejeitada'],
      sets: 'dhAssinatura',
      clears: ['dhRejeicao'],
      label: 'Reenviar',
      past: 'Corrigiu e enviou',
    },
    autoriza: { from: ['enviando', 'rejeitada'], sets: 'dhAutorizacao', label: 'Autorizar', past: 'Foi autorizada' },
    informaNumero: {
      from: ['enviando'],
      unless: [BY_HAND],
      label: 'Informar o número',
      past: 'Informou o número',
    },
    informaRecusa: {
      from: ['enviando'],
      unless: [BY_HAND],
      offer: 'menu',
      label: 'Informar a recusa',
      past: 'Informou a recusa',
      will: 'A nota fica rejeitada: corrija e envie de novo, ou abandone.',
      done: 'Recusa registrada.',
      failed: 'Não foi possível informar a recusa',
    },
    informaCancelamento: {
      from: ['cancelando'],
      unless: [BY_HAND],
      offer: 'menu',
      label: 'Informar o cancelamento',
      past: 'Informou o cancelamento',
      will: 'Diz que a nota foi cancelada no sistema do município. O faturamento da ordem de serviço é desfeito.',
      done: 'NFS-e cancelada.',
      failed: 'Não foi possível informar o cancelamento',
    },
    mantem: {
      from: ['cancelando'],
      clears: ['dhPedidoCancelamento'],
      unless: [BY_HAND],
      offer: 'menu',
      label: 'Manter a NFS-e',
      past: 'Manteve a nota em vigor',
      will: 'A nota continua em vigor, como está no município.',
      done: 'A NFS-e continua autorizada.',
      failed: 'Não foi possível manter a NFS-e',
    },
    rejeita: { from: ['enviando'], sets: 'dhRejeicao', label: 'Rejeitar', past: 'Foi rejeitada' },
    cancelar: {
      from: ['autorizada'],
      sets: 'dhPedidoCancelamento',
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      unless: [REPLACED],
      label: 'Cancelar a NFS-e',
      past: 'Pediu o cancelamento',
      will: 'O cancelamento é enviado ao sistema da NFS-e. Aceito, o faturamento da ordem de serviço é desfeito. Para mudar a nota sem desfazer o faturamento, corrija.',
      done: 'Cancelamento enviado ao sistema da NFS-e.',
      failed: 'Não foi possível cancelar',
    },
    analisa: {
      from: ['cancelando'],
      sets: 'dhAnalise',
      label: 'Esperar o município',
      past: 'Teve o cancelamento entregue à análise do município',
    },
    fica: {
      from: ['cancelando', 'analise'],
      clears: ['dhPedidoCancelamento', 'dhAnalise'],
      label: 'Manter',
      past: 'Teve o cancelamento recusado',
    },
    anula: {
      from: ['autorizada', 'cancelando', 'analise'],
      sets: 'dhCancelamento',
      label: 'Anular',
      past: 'Foi cancelada',
    },
    substitui: {
      from: ['autorizada'],
      unless: [
        {
          when: ({ em_dobro }) => em_dobro !== true,
          refuses: ['not_replaced', 'Nenhuma NFS-e autorizada espera tomar o lugar desta.'],
        },
      ],
      offer: 'menu',
      label: 'Enviar a substituição de novo',
      past: 'Enviou a substituição de novo',
      will: 'O sistema recebe de novo o pedido de substituição desta nota pela que tomou o lugar dela.',
      done: 'Substituição enviada ao sistema da NFS-e.',
      failed: 'Não foi possível enviar a substituição',
    },
    abateRetencoes: {
      from: ['autorizada'],
      unless: [
        {
          when: ({ retencao_pendente }) => retencao_pendente !== true,
          refuses: ['nothing_retained', 'Esta NFS-e não tem retenções a abater.'],
        },
      ],
      offer: 'menu',
      label: 'Abater as retenções',
      past: 'Abateu as retenções',
      will: 'O que o tomador retém é abatido das contas a receber da ordem.',
      done: 'Retenções abatidas.',
      failed: 'Não foi possível abater as retenções',
    },
    acataOficio: {
      from: ['autorizada'],
      unless: [
        {
          when: ({ dhOficio }) => dhOficio === null || dhOficio === undefined,
          refuses: ['not_by_office', 'O município não cancelou esta NFS-e de ofício.'],
        },
      ],
      offer: 'menu',
      label: 'Registrar o cancelamento de ofício',
      past: 'Registrou o cancelamento de ofício',
      will: 'A nota fica cancelada também aqui, e o faturamento da ordem de serviço é desfeito.',
      done: 'Cancelamento de ofício registrado.',
      failed: 'Não foi possível registrar',
    },
    cede: { from: ['autorizada'], sets: 'dhSubstituicao', label: 'Substituir', past: 'Foi substituída por outra' },
    abandona: {
      from: ['rejeitada'],
      sets: 'dhAbandono',
      reason: { kind: 'abandono', in: 'xMotivoAbandono' },
      offer: 'menu',
      label: 'Abandonar a NFS-e',
      past: 'Abandonou',
      will: 'A nota não será mais enviada: o número da DPS fica sem nota.',
      done: 'NFS-e abandonada.',
      failed: 'Não foi possível abandonar',
    },
    confirmaPrefeitura: {
      from: ['cancelada'],
      sets: 'dhPrefeitura',
      unless: [
        {
          when: ({ pendente_prefeitura }) => pendente_prefeitura !== true,
          refuses: ['not_pending', 'Esta NFS-e não espera cancelamento na prefeitura.'],
        },
      ],
      offer: 'menu',
      label: 'Registrar na prefeitura',
      past: 'Registrou o cancelamento na prefeitura',
      will: 'Diz que a nota foi cancelada também no sistema da prefeitura.',
      done: 'Cancelamento na prefeitura registrado.',
      failed: 'Não foi possível registrar',
    },
    sendMail: {
      from: ['autorizada', 'cancelando', 'analise', 'cancelada'],
      label: 'Enviar por e-mail',
      past: 'Enviou por e-mail',
    },
  },
})
