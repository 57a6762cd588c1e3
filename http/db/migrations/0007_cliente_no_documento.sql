ALTER TABLE "orcamento" ADD COLUMN "cliente_xNome" text;
ALTER TABLE "orcamento" ADD COLUMN "cliente_CNPJ_CPF" text;
ALTER TABLE "orcamento" ADD COLUMN "cliente_endereco" text;
ALTER TABLE "venda" ADD COLUMN "cliente_xNome" text;
ALTER TABLE "venda" ADD COLUMN "cliente_CNPJ_CPF" text;
ALTER TABLE "venda" ADD COLUMN "cliente_endereco" text;
