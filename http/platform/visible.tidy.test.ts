import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resources } from '../resources'

/**
 * SQL written by hand, on rows of which not all exist for everybody (`visible`), or on whichever resource it is given: it asks `visibleFilter`, or says
 * here what stands in its place. The engine asks by itself.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  'cadastros/importacao/match.ts': 'registers that are imported, by a key of theirs; the save that follows asks',
  'cadastros/importacao/obstacles.ts': 'what the same import has made, after its right was asked',
  'cadastros/importacao/references.ts': 'the number that a name in a sheet stands for; the save that follows asks',
  'cadastros/importacao/undo.ts': 'what the same import has made, after its right was asked',
  'cadastros/lgpd/anonymise.ts': 'whoever anonymises reaches every company; only a year is told',
  'cadastros/lgpd/copies.ts': 'takes out what documents tell of a person, of all companies together',
  'cadastros/lgpd/pending.ts': 'counts what is open of a person, which everybody who asks has to know',
  'sis/notificacao/verbs.ts': 'the names of users of the caller’s company, for whoever sees its templates',
  'chat/people.ts': 'is `isColleague` itself',
  'chat/room.ts': 'the program, which tells each message to its two people alone, and presence to their companies',
  'chat/tell.ts': 'whom the program itself tells, of the company that it names',
  'chat/send.ts': 'one’s own message, by one’s own key',
  'chat/verbs/contatos.ts': 'one’s own messages, with colleagues (`isColleague`)',
  'chat/verbs/get-nao-lidas-count.ts': 'how many were written to oneself, by colleagues (`isColleague`)',
  'chat/verbs/set-mensagens-lidas.ts': 'messages written to oneself',
  'documents/proofs.ts': 'books are proved by the program, over all companies',
  'documents/undo.ts': 'what a document posted is undone whole, by whoever may undo the document',
  'comercial/cashback/earn.ts': 'how much of a sale credit paid, for what its customer earns; nothing of it is told',
  'comercial/venda_devolucao/goods.ts':
    'the cost at which goods left with a sale that the caller sees, told only to who may know costs',
  'comercial/comissao/commissions.ts':
    'what was received of sales that are held, which the commission of each follows from',
  'comercial/comissao/report.ts': 'when what a commission follows from was done, to whoever may know commissions',
  'estoque/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'estoque/fechamento/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'estoque/inventario/adjust.ts': 'what was found becomes the stock, for whoever ends a count that they see',
  'estoque/inventario/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'estoque/inventario/contar.ts':
    'which item a reading is of, and whether it was told already, of a count that the caller may change',
  'estoque/inventario/differences.ts': 'what was found and the books differ by, for whoever ends a count that they see',
  'estoque/inventario/hooks.ts': 'how far a count is; of one that is blind, no more than what the caller counted',
  'estoque/inventario/inventario.ts': 'books are proved by the program, over all companies',
  'estoque/inventario/locks.ts': 'what is counted, which whoever would move it has to know',
  'estoque/inventario/print.ts': 'sheets of a count that the caller sees; what the books say only once it is adjusted',
  'estoque/inventario/resolve.ts':
    'what counts of all people come to, which who counts is not told; of each, only their own',
  'estoque/inventario/verbs.ts': 'who still counts, by name, told to whoever ends a count that they see',
  'estoque/lots-left.ts':
    'which lots goods of a document left of that the caller sees, or whose note the program makes',
  'estoque/recebimento/conferencia.ts': 'who read the goods of an entry that the caller sees, by name alone',
  'estoque/transferencia/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'estoque/transferencia/transf-armaz.ts': 'books are proved by the program, over all companies',
  'estoque/unitizador/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'expedicao/edi/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'estoque/unitizador/held.ts':
    'whether goods of labels were booked; the holder, or the label’s company, was asked for',
  'expedicao/roteirizacao/scenario.ts': 'when vehicles run and customers receive, of a plan that the caller sees',
  'expedicao/separacao/check.ts': 'whether a production order that goods were fetched for has finished a part of them',
  'expedicao/separacao/separacao.ts': 'whether a place was counted since it lacked: of lines that the caller may see',
  'expedicao/posicao/reception.ts': 'when the customer of a stop that the caller sees receives',
  'financeiro/cash.ts': 'books are proved by the program; a fact is undone whole, by whoever may undo it',
  'financeiro/compensacao.ts': 'a condition of rows that the engine reads: whether the step that made them stands',
  'financeiro/conciliacao/sums.ts':
    'what rows of a reconciliation come to, whoever may see which of them; books are proved by the program',
  'financeiro/encargos.ts': 'the titles were loaded through the engine; their rows and their company follow them',
  'financeiro/extrato/links.ts': 'A line and a fact are matched by what is left of both, whoever matched the rest.',
  'financeiro/dre/rows.ts':
    'the result of a company, told to who sees both sides (`assertSeesBoth`, rights of its report)',
  'financeiro/extrato/offers.ts':
    'how often lines of an account that say the same were matched alike; the account and the line were asked for',
  'financeiro/extrato/propose-load.ts':
    'what lines of one company are judged by; kinds that the caller may not read are left out',
  'financeiro/extrato/transfer-verbs.ts':
    'which transfer between two accounts of a line’s company waits for it; nothing of it is told but its number',
  'financeiro/facts.ts':
    'which facts stand on a title whose right was asked, and what a fact moved, which has to be known to undo it',
  'financeiro/pagamentos/favoured.ts':
    'who changed the bank data of suppliers that a remittance pays, told to whoever approves it: payments are theirs who may see remittances',
  'financeiro/pagamentos/pay-item.ts':
    'whether money that the bank tells was settled already, by whoever may settle payables',
  'financeiro/pagamentos/reconcile.ts':
    'whether a settlement stands that is taken back, by whoever may settle payables',
  'financeiro/title-hooks.ts': 'the ledger of one title, which the caller was shown',
  'financeiro/title-reports.ts': 'when titles were settled, to whoever may see the titles',
  'financeiro/title-sums.ts': 'books are proved by the program; the ledger of titles that are moved',
  'financeiro/undo-titles.ts':
    'the ledger of titles that are undone, and by what they were used, which whoever takes them back has to know',
  'nfe/nfse/nfse.ts': 'books are proved by the program, over all companies',
  'nfe/with-document.ts': 'the program, after the commit: which company a document is of',
  'chat/presence.ts': 'the program: who is there, told to nobody here',
  'compras/pedido_compra/hooks.ts': 'the name of whoever changed an order that the caller sees',
  'compras/pedido_compra/print.ts': 'the name of the buyer of an order that the caller sees',
  'platform/bulk/job.ts': 'notes what became of a record that the engine gave to who asked',
  'painel/filas.ts': 'counts by the checked queries of lists (`readListQuery`), which ask it',
  'platform/attempts.ts': 'signing in: nobody is the caller yet',
  'platform/session.ts': 'signing in: nobody is the caller yet',
  'cadastros/lgpd/verbs.ts': 'how many files would go, of a person whom the caller was shown',
  'producao/books.fixture.ts': 'the test of the books breaks them, as the owner of its database',
  'producao/ordem_producao/draw.ts': 'where supplies of an order that the caller holds left from, and at what value',
  'producao/ordem_producao/parte.ts': 'whether later parts of an order stand, and what its supplies came to',
  'producao/ordem_producao/sums.ts':
    'what orders have drawn and what that was worth: of those that the caller sees, for plans and for proofs of the books',
  'relatorios/agenda/send-due.ts': 'the program, which sends what is due of everybody, each as its owner',
  'servico/personal.ts': 'whoever anonymises reaches every company; pictures of that person alone go',
  'sis/alertas/alerts.ts': 'the program, which tells administrators what needs a person of their companies',
  'sis/anexo/attach.ts': 'what a file holds, after its record was asked for',
  'sis/configuracao.ts': 'who changed an item last, by name alone, as its history tells',
  'sis/custom/custom-field.ts':
    'administrators, whether any record of any company holds a value of a field that would go',
  'sis/givers.ts': 'people of the caller’s own companies, by its own join',
  'sis/janela/janela-horario.ts': 'the week of a record that the caller is shown',
  'sis/password-reset.ts': 'nobody is the caller yet',
  'sis/rules.ts': 'what rights somebody has, for the rules themselves',
  'sis/saude/online.ts': 'people of the caller’s own companies, by its own join',
  'sis/seguranca/chave-api.ts': 'administrators alone, who see all users',
  'sis/profile.ts': 'the caller',
  'sis/session-routes.ts': 'the caller',
  'sis/signup.ts': 'nobody is the caller yet; whether an address is taken is never told',
  'sis/user-hooks.ts': 'an address is taken or is not, in every company',
  'sis/verbs/get-user.ts': 'the number of an address; `show` asks',
}

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(?:db|platform\/engine)\//.test(path),
)

const named = resources.filter(({ visible }) => visible).map(({ name }) => name)
const reading = new RegExp(
  String.raw`\b(?:from|join|update)\s+(?:"user"|(?:${named.filter((name) => name !== 'user').join('|')})\b|\$\{tableName\()|= tableName\(`,
)

it('SQL by hand asks what exists for the caller, or says why not', () => {
  expect(named).toEqual(expect.arrayContaining(['chat_mensagem', 'lancamento', 'movimento_financeiro', 'user']))
  const found = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return reading.test(text) && !text.includes('visibleFilter(')
  })
  expect(found.toSorted()).toEqual(Object.keys(OTHERWISE).toSorted())
})
