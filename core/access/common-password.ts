/**
 * Passwords that are tried first: the words and runs that people choose, with what they put around them. Our own list, by the habits of Portuguese and of
 * keyboards; it is short because it holds stems, and every stem stands for its spellings.
 */
const STEMS: ReadonlySet<string> = new Set(
  `senha minhasenha novasenha mudar mudarsenha trocar trocarsenha alterar padrao inicial temporaria provisoria segredo secreto
  admin administrador administrator root master mestre gerente usuario user teste testando test demo convidado guest suporte sistema sistemas
  password passwd pass mypassword changeme letmein welcome bemvindo login acesso entrar entrada secret default qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc qweasd qweasdzxc abcdef abcdefgh abcdefghij abcabc aabbcc
  brasil saopaulo riodejaneiro minasgerais parana curitiba bahia salvador recife fortaleza brasilia portugal lisboa
  flamengo corinthians palmeiras santos saopaulofc vasco gremio internacional cruzeiro atletico botafogo fluminense
  amor teamo meuamor familia minhafamilia mamae papai amigo amigos amizade felicidade feliz saudade princesa princeza gatinha gatinho bebe
  jesus jesuscristo deus deusefiel deusefiel deuseamor deusnocomando senhor cristo mariademaria nossasenhora aleluia
  maria joao jose pedro paulo lucas mateus gabriel rafael daniel marcos bruno felipe rodrigo fernando ricardo eduardo carlos antonio francisco
  ana juliana fernanda amanda camila bruna leticia mariana larissa vanessa patricia adriana luciana beatriz gabriela rafaela carolina
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro verao inverno primavera outono
  segunda terca quarta quinta sexta sabado domingo natal carnaval
  empresa loja vendas venda compras compra estoque financeiro fiscal contabil contabilidade caixa balcao escritorio matriz filial erp prumo servidor
  computador internet windows google facebook instagram whatsapp celular telefone samsung iphone android
  iloveyou dragon monkey sunshine princess football superman batman pokemon naruto starwars shadow michael jordan hello freedom whatever trustno
  futebol cachorro gato cavalo estrela borboleta chocolate lasanha cerveja churrasco dinheiro sucesso vitoria campeao liberdade esperanca`
    .split(/\s+/)
    .filter(Boolean),
)

/** Rows of a keyboard, and the alphabet and digits, as fingers run along them. */
const RUNS = [
  '01234567890',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '741852963',
  '147258369',
]
const runs = RUNS.flatMap((run) => [run + run, [...run].toReversed().join('').repeat(2)])

/** Signs that stand for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
const lettersOf = (text: string): string =>
  [...text]
    .map((sign) => LETTERS[sign] ?? sign)
    .join('')
    .replaceAll(/[^a-z]/g, '')
const isRun = (text: string): boolean => text.length >= 4 && runs.some((run) => run.includes(text))
/** One sign, or two to four, again and again. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.?.?$/s.test(text)

/** Without what is put before or behind a word: digits, signs, a year. */
const stemsOf = (text: string): readonly string[] => {
  const bare = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const halves = text.split(/[^a-z]+/).filter(Boolean)
  const ends = [/\d+$/, /[^a-z\d]+$/, /[^a-z\d]+\d*$|\d+[^a-z\d]+$/].map((end) => lettersOf(text.replace(end, '')))
  return [bare, lettersOf(text), lettersOf(bare), ...ends, halves.join('')]
}

/**
 * Is it one of the passwords that are tried first? Common words with digits and signs around them, runs of a keyboard, repetitions; and what is known of
 * their owner (`about`: name, e-mail, company), which is tried next.
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  const text = plain(password)
  const signs = text.replaceAll(/[^a-z\d]/g, '')
  if (isRepeated(text) || isRun(text) || isRun(signs) || /^\d{1,10}$/.test(text)) return true
  const stems = stemsOf(text).filter((stem) => stem.length >= 3)
  if (stems.some((stem) => STEMS.has(stem) || isRun(stem) || isRepeated(stem))) return true
  const own = about.flatMap((one) => [...plain(one).split(/[^a-z\d]+/), plain(one).replaceAll(/[^a-z]/g, '')])
  return own.some((word) => word.length >= 4 && stems.includes(word))
}
