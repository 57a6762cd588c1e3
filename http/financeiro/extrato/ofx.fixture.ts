/** A line: day, amount, memo and the bank's number. */
type Line = readonly [day: string, amount: string, memo: string, fitid: string]

interface OfxAsked {
  readonly lines: readonly Line[]
  readonly banco?: string
  readonly conta?: string
  readonly saldo?: { readonly data: string; readonly valor: string }
}

const plain = (day: string): string => day.replaceAll('-', '')

/** A statement as a bank of this country writes it: tags left open. */
export const ofxFile = (one: OfxAsked): string => ofxFiles([one])

/** As `ofxFile`, of several accounts. */
export const ofxFiles = (all: readonly OfxAsked[]): string => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX>
<BANKMSGSRSV1>
${all.map(statement).join('')}</BANKMSGSRSV1>
</OFX>
`

function statement({ lines, banco = '341', conta = '', saldo }: OfxAsked): string {
  const days = lines.map(([day]) => day).toSorted()
  const entries = lines.map(
    ([day, amount, memo, fitid]) =>
      `<STMTTRN>\n<TRNTYPE>${amount.startsWith('-') ? 'DEBIT' : 'CREDIT'}\n<DTPOSTED>${plain(day)}120000[-3:BRT]\n<TRNAMT>${amount}\n<FITID>${fitid}\n<MEMO>${memo}\n</STMTTRN>`,
  )
  const balance = saldo ? `<LEDGERBAL>\n<BALAMT>${saldo.valor}\n<DTASOF>${plain(saldo.data)}\n</LEDGERBAL>\n` : ''
  return `<STMTTRNRS>
<STMTRS>
<CURDEF>BRL
<BANKACCTFROM>
<BANKID>${banco}
<ACCTID>${conta}
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>${plain(days[0] ?? '2026-11-01')}
<DTEND>${plain(days.at(-1) ?? '2026-11-30')}
${entries.join('\n')}
</BANKTRANLIST>
${balance}</STMTRS>
</STMTTRNRS>
`
}
