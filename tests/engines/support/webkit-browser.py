#!/usr/bin/python3
"""A browser window around the installed WebKitGTK, for WebKitWebDriver.

MiniBrowser cannot be narrower than 447 px, has no language, and is always private under automation.
Unlike MiniBrowser, and like Safari, it leaves the page alone when the page opens the address of an app.
"""
import argparse
import os
import signal

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

WEB_SCHEMES = ("http", "https", "about", "data", "blob")

parser = argparse.ArgumentParser()
parser.add_argument("--language", default="en-GB")
parser.add_argument("--profile", required=True, help="folder for cookies, storage, downloads and opened-apps")
parser.add_argument("--block-storage", action="store_true", help="refuse cookies and storage, as a visitor may choose")
options = parser.parse_args()


def create_context():
    manager = WebKit2.WebsiteDataManager(base_data_directory=options.profile, base_cache_directory=options.profile)
    context = WebKit2.WebContext(website_data_manager=manager)
    context.set_automation_allowed(True)
    context.set_preferred_languages([options.language])
    # Pages are kept for Back only by a browser that caches.
    context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
    cookies = context.get_cookie_manager()
    cookies.set_persistent_storage(os.path.join(options.profile, "cookies.sqlite"),
                                   WebKit2.CookiePersistentStorage.SQLITE)
    if options.block_storage:
        cookies.set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
    context.connect("automation-started", on_automation_started)
    context.connect("download-started", on_download_started)
    return context


def on_automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("skerry-webkit")
    info.set_version(WebKit2.MAJOR_VERSION, WebKit2.MINOR_VERSION, WebKit2.MICRO_VERSION)
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: open_window(is_controlled_by_automation=True))


def on_download_started(_context, download):
    def choose(this, suggested):
        folder = os.path.join(options.profile, "downloads")
        os.makedirs(folder, exist_ok=True)
        this.set_destination(GLib.filename_to_uri(os.path.join(folder, suggested)))
        return True

    download.connect("decide-destination", choose)


def on_decide_policy(_view, decision, kind):
    if kind != WebKit2.PolicyDecisionType.NAVIGATION_ACTION:
        return False
    uri = decision.get_navigation_action().get_request().get_uri()
    if uri.split(":", 1)[0].lower() in WEB_SCHEMES:
        return False
    with open(os.path.join(options.profile, "opened-apps"), "a", encoding="utf-8") as log:
        log.write(uri + "\n")
    decision.ignore()
    return True


def open_window(**properties):
    view = WebKit2.WebView(web_context=context, **properties)
    settings = view.get_settings()
    settings.set_enable_page_cache(True)
    settings.set_enable_html5_local_storage(not options.block_storage)
    settings.set_javascript_can_access_clipboard(True)
    settings.set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window()
    window.set_default_size(1280, 900)
    window.add(view)
    view.connect("create", lambda opener, _action: open_window(related_view=opener))
    view.connect("close", lambda _view: window.destroy())
    view.connect("decide-policy", on_decide_policy)
    window.show_all()
    # There is no window manager to give the window the focus.
    window.get_window().focus(Gdk.CURRENT_TIME)
    view.grab_focus()
    return view


def set_offline(offline):
    mode = WebKit2.NetworkProxyMode.CUSTOM if offline else WebKit2.NetworkProxyMode.NO_PROXY
    # Nothing listens on the port named discard.
    settings = WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", None) if offline else None
    context.get_website_data_manager().set_network_proxy_settings(mode, settings)
    return GLib.SOURCE_CONTINUE


context = create_context()
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, set_offline, True)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR2, set_offline, False)
with open(os.path.join(options.profile, "pid"), "w", encoding="utf-8") as file:
    file.write(str(os.getpid()))
Gtk.main()
