import type { Locale } from './locale.ts';

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Who continues to bill a subscription after the account was deleted. */
export type Biller = 'shop' | 'App Store' | 'Google Play';

/** The texts of all mails in one language. `minutes` is a formatted duration, `date` a formatted date. */
interface MailTexts {
  readonly signInCode: (code: string, minutes: string, link: string) => MailText;
  readonly newsletter: (link: string) => MailText;
  readonly emailChangeLink: (link: string) => MailText;
  readonly emailChangeCode: (code: string, minutes: string) => MailText;
  readonly accountDeleted: (date: string, link: string, biller: Biller | null) => MailText;
}

const paragraphs = (...all: readonly (string | null)[]) => all.filter((paragraph) => paragraph !== null);

const en: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} is your sign-in code`,
    paragraphs: [
      `Your sign-in code is ${code}. It is valid for ${minutes}.`,
      `You can also open this link in the browser where you started:\n${link}`,
      'If you didn’t request a code, ignore this email. Nobody can sign in without the code.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Confirm your newsletter subscription',
    paragraphs: [
      `Please confirm that you would like to receive our newsletter once a month:\n${link}`,
      'If you didn’t sign up, ignore this email, and we won’t send you the newsletter.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Change your email address',
    paragraphs: [
      `Open this link within an hour to enter your new email address:\n${link}`,
      'If you didn’t request this, ignore this email. Your address stays the same.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} is your verification code`,
    paragraphs: [
      `Your verification code is ${code}. It is valid for ${minutes}.`,
      'Enter it on the page where you entered your new email address.',
      'If you didn’t request a code, ignore this email.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Your account was deleted',
    paragraphs: paragraphs(
      `You can restore your account until ${date}. Sign in and choose “Restore account”:\n${link}`,
      biller === 'shop' ? 'Your subscription stays active in the meantime.' : null,
      biller === 'App Store'
        ? 'Your subscription is billed through the App Store. It continues until you cancel it there.'
        : null,
      biller === 'Google Play'
        ? 'Your subscription is billed through Google Play. It continues until you cancel it there.'
        : null,
    ),
  }),
};

const uk: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} — ваш код для входу`,
    paragraphs: [
      `Ваш код для входу: ${code}. Він дійсний ${minutes}.`,
      `Або відкрийте це посилання в тому браузері, де ви почали вхід:\n${link}`,
      'Не запитували код? Просто проігноруйте цей лист: без коду ніхто не зможе ввійти.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Підтвердьте підписку на розсилку',
    paragraphs: [
      `Підтвердьте, що хочете отримувати нашу розсилку раз на місяць:\n${link}`,
      'Не підписувалися? Просто проігноруйте цей лист, і ми не надсилатимемо розсилку.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Зміна адреси електронної пошти',
    paragraphs: [
      `Відкрийте це посилання протягом години, щоб указати нову адресу електронної пошти:\n${link}`,
      'Це були не ви? Просто проігноруйте цей лист: ваша адреса не зміниться.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} — ваш код підтвердження`,
    paragraphs: [
      `Ваш код підтвердження: ${code}. Він дійсний ${minutes}.`,
      'Введіть його на сторінці, де ви вказали нову адресу електронної пошти.',
      'Не запитували код? Просто проігноруйте цей лист.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Ваш акаунт видалено',
    paragraphs: paragraphs(
      `Ви можете відновити акаунт до ${date}. Увійдіть і виберіть «Відновити акаунт»:\n${link}`,
      biller === 'shop' ? 'Ваша підписка тим часом залишається активною.' : null,
      biller === 'App Store' || biller === 'Google Play'
        ? `Плату за вашу підписку стягує ${biller}, і підписка діятиме, доки ви не скасуєте її там.`
        : null,
    ),
  }),
};

const de: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} ist Ihr Anmeldecode`,
    paragraphs: [
      `Ihr Anmeldecode lautet ${code}. Er ist ${minutes} gültig.`,
      `Oder öffnen Sie diesen Link in dem Browser, in dem Sie die Anmeldung begonnen haben:\n${link}`,
      'Sie haben keinen Code angefordert? Dann ignorieren Sie diese E-Mail. Ohne den Code kann sich niemand anmelden.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Bestätigen Sie Ihre Newsletter-Anmeldung',
    paragraphs: [
      `Bitte bestätigen Sie, dass Sie einmal im Monat unseren Newsletter erhalten möchten:\n${link}`,
      'Sie haben sich nicht angemeldet? Dann ignorieren Sie diese E-Mail, und Sie erhalten keinen Newsletter.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Änderung Ihrer E-Mail-Adresse',
    paragraphs: [
      `Öffnen Sie innerhalb einer Stunde diesen Link, um Ihre neue E-Mail-Adresse einzugeben:\n${link}`,
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ihre Adresse bleibt unverändert.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} ist Ihr Bestätigungscode`,
    paragraphs: [
      `Ihr Bestätigungscode lautet ${code}. Er ist ${minutes} gültig.`,
      'Geben Sie ihn auf der Seite ein, auf der Sie Ihre neue E-Mail-Adresse angegeben haben.',
      'Sie haben keinen Code angefordert? Dann ignorieren Sie diese E-Mail.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: paragraphs(
      `Sie können Ihr Konto bis zum ${date} wiederherstellen. Melden Sie sich an und wählen Sie „Konto wiederherstellen“:\n${link}`,
      biller === 'shop' ? 'Ihr Abo bleibt in der Zwischenzeit aktiv.' : null,
      biller === 'App Store'
        ? 'Ihr Abo wird über den App Store abgerechnet und läuft weiter, bis Sie es dort kündigen.'
        : null,
      biller === 'Google Play'
        ? 'Ihr Abo wird über Google Play abgerechnet und läuft weiter, bis Sie es dort kündigen.'
        : null,
    ),
  }),
};

const fr: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} est votre code de connexion`,
    paragraphs: [
      `Votre code de connexion est ${code}. Il est valable ${minutes}.`,
      `Vous pouvez aussi ouvrir ce lien dans le navigateur où vous avez demandé le code :\n${link}`,
      'Vous n’avez pas demandé de code ? Ignorez cet e-mail : sans le code, personne ne peut se connecter.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Confirmez votre inscription à la newsletter',
    paragraphs: [
      `Confirmez que vous souhaitez recevoir notre newsletter une fois par mois :\n${link}`,
      'Cette demande ne vient pas de vous ? Ignorez cet e-mail et vous ne recevrez pas la newsletter.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Modifiez votre adresse e-mail',
    paragraphs: [
      `Ouvrez ce lien dans l’heure pour saisir votre nouvelle adresse e-mail :\n${link}`,
      'Cette demande ne vient pas de vous ? Ignorez cet e-mail : votre adresse reste la même.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} est votre code de vérification`,
    paragraphs: [
      `Votre code de vérification est ${code}. Il est valable ${minutes}.`,
      'Saisissez-le sur la page où vous avez indiqué votre nouvelle adresse e-mail.',
      'Vous n’avez pas demandé de code ? Ignorez cet e-mail.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Votre compte a été supprimé',
    paragraphs: paragraphs(
      `Vous pouvez restaurer votre compte jusqu’au ${date}. Connectez-vous et choisissez « Restaurer le compte » :\n${link}`,
      biller === 'shop' ? 'En attendant, votre abonnement reste actif.' : null,
      biller === 'App Store'
        ? 'Votre abonnement est facturé par l’App Store. Il continue tant que vous ne le résiliez pas dans l’App Store.'
        : null,
      biller === 'Google Play'
        ? 'Votre abonnement est facturé par Google Play. Il continue tant que vous ne le résiliez pas dans Google Play.'
        : null,
    ),
  }),
};

const es: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} es tu código para iniciar sesión`,
    paragraphs: [
      `Tu código para iniciar sesión es ${code}. Es válido durante ${minutes}.`,
      `También puedes abrir este enlace en el navegador en el que empezaste a iniciar sesión:\n${link}`,
      '¿No solicitaste ningún código? Ignora este correo: sin el código, nadie puede iniciar sesión.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Confirma tu suscripción al boletín',
    paragraphs: [
      `Confirma que quieres recibir nuestro boletín una vez al mes:\n${link}`,
      '¿No te suscribiste? Ignora este correo y no te enviaremos el boletín.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Cambia tu dirección de correo',
    paragraphs: [
      `Abre este enlace antes de una hora para escribir tu nueva dirección de correo:\n${link}`,
      '¿No solicitaste este cambio? Ignora este correo: tu dirección seguirá siendo la misma.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} es tu código de verificación`,
    paragraphs: [
      `Tu código de verificación es ${code}. Es válido durante ${minutes}.`,
      'Escríbelo en la página donde indicaste tu nueva dirección de correo.',
      '¿No solicitaste ningún código? Ignora este correo.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Tu cuenta se ha eliminado',
    paragraphs: paragraphs(
      `Puedes restaurar tu cuenta hasta el ${date}. Inicia sesión y elige «Restaurar la cuenta»:\n${link}`,
      biller === 'shop' ? 'Mientras tanto, tu suscripción sigue activa.' : null,
      biller === 'App Store'
        ? 'El App Store cobra tu suscripción, que seguirá activa hasta que la canceles allí.'
        : null,
      biller === 'Google Play'
        ? 'Google Play cobra tu suscripción, que seguirá activa hasta que la canceles allí.'
        : null,
    ),
  }),
};

const pt: MailTexts = {
  signInCode: (code, minutes, link) => ({
    subject: `${code} é seu código de acesso`,
    paragraphs: [
      `Seu código de acesso é ${code}. Ele é válido por ${minutes}.`,
      `Ou abra este link no navegador em que você começou o login:\n${link}`,
      'Não pediu um código? Ignore este e-mail: sem o código, ninguém consegue entrar.',
    ],
  }),
  newsletter: (link) => ({
    subject: 'Confirme sua inscrição na newsletter',
    paragraphs: [
      `Confirme que você quer receber nossa newsletter uma vez por mês:\n${link}`,
      'Não se inscreveu? Ignore este e-mail e você não receberá a newsletter.',
    ],
  }),
  emailChangeLink: (link) => ({
    subject: 'Altere seu endereço de e-mail',
    paragraphs: [
      `Abra este link em até uma hora para informar seu novo endereço de e-mail:\n${link}`,
      'Não pediu esta alteração? Ignore este e-mail: seu endereço continuará o mesmo.',
    ],
  }),
  emailChangeCode: (code, minutes) => ({
    subject: `${code} é seu código de verificação`,
    paragraphs: [
      `Seu código de verificação é ${code}. Ele é válido por ${minutes}.`,
      'Digite-o na página em que você informou o novo endereço de e-mail.',
      'Não pediu um código? Ignore este e-mail.',
    ],
  }),
  accountDeleted: (date, link, biller) => ({
    subject: 'Sua conta foi excluída',
    paragraphs: paragraphs(
      `Você pode restaurar sua conta até ${date}. Entre e escolha “Restaurar conta”:\n${link}`,
      biller === 'shop' ? 'Enquanto isso, sua assinatura continua ativa.' : null,
      biller === 'App Store' ? 'Sua assinatura é cobrada pela App Store e continua até você cancelá-la lá.' : null,
      biller === 'Google Play' ? 'Sua assinatura é cobrada pelo Google Play e continua até você cancelá-la lá.' : null,
    ),
  }),
};

export const mailTexts: Readonly<Record<Locale, MailTexts>> = { en, uk, de, fr, es, pt };
